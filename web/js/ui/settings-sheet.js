// Language, looks, sound and keys. A change shows at once; there is nothing to confirm.

import { h } from '../dom.js';
import { LANGUAGES, t } from '../words.js';
import { SheetElement, select, segments, toggle } from './sheet.js';

/** @typedef {import('../state/state.js').Settings} Settings */
/** @typedef {{ settings: Settings, language: string, engines: NonNullable<Settings['engine']>[], about: string }} SettingsView */

/** @extends {SheetElement<SettingsView>} */
class SettingsSheetElement extends SheetElement {
  /** @param {SettingsView} view */
  draw({ settings, language, engines, about }) {
    /** @param {Partial<Settings>} patch */
    const change = (patch) => this.ask({ type: 'settings', patch });
    const languages = Object.entries(LANGUAGES).map(([tag, { name }]) => /** @type {[string, string]} */ ([tag, name]));
    const name = h('input', { id: 'settings-name', value: settings.name, maxlength: 40, autocomplete: 'nickname', onchange: () => change({ name: name.value.trim() }) });
    this.show(t('settings.title'),
      h('label', { class: 'field-row', for: 'settings-name' }, h('span', {}, t('room.name')), name),
      select('set-language', t('settings.language'), languages, language, (value) => change({ language: value })),
      segments('theme', t('settings.theme'), [['system', t('theme.system')], ['light', t('theme.light')], ['dark', t('theme.dark')]],
        settings.theme, (value) => change({ theme: /** @type {Settings['theme']} */ (value) })),
      toggle('set-contrast', t('settings.contrast'), settings.contrast ?? false, (contrast) => change({ contrast })),
      toggle('set-legal', t('settings.legal'), settings.legal, (legal) => change({ legal })),
      toggle('set-coordinates', t('settings.coordinates'), settings.coordinates, (coordinates) => change({ coordinates })),
      toggle('set-motion', t('settings.motion'), settings.motion, (motion) => change({ motion })),
      toggle('set-sound', t('settings.sound'), settings.sound, (sound) => change({ sound })),
      h('h3', {}, t('settings.keys')),
      toggle('set-shortcuts', t('settings.shortcuts'), settings.shortcuts, (shortcuts) => change({ shortcuts })),
      h('ul', { class: 'keys' }, ...['arrows', 'type', 'undo', 'walk', 'hint', 'space'].map((key) => h('li', {}, t(/** @type {any} */ (`keys.${key}`))))),
      h('h3', {}, t('settings.engine')),
      engines.length > 1 && segments('engine', t('settings.engine.where'), engines.map((each) => [each, t(`settings.engine.${each}`)]), settings.engine ?? '',
        (value) => change({ engine: /** @type {Settings['engine']} */ (value) })),
      h('p', { id: 'about', role: 'status' }, about || t('settings.engine.none')),
    );
  }
}

customElements.define('settings-sheet', SettingsSheetElement);
