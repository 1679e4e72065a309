// Runs before the first painting, which is why it is no module. The HTML shows the opening position
// in the colours of the system; where something else was stored (see storage.js) or stands in the
// link, this keeps a wrong board or theme from flashing up.

{
  const OPENING = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`;

  /** @param {string} key */
  const stored = (key) => {
    try {
      return JSON.parse((key === 'obverse.game' && sessionStorage.getItem(key)) || (localStorage.getItem(key) ?? 'null')) ?? {};
    } catch {
      // Forbidden or damaged: then nothing is restored either.
      return {};
    }
  };
  const { theme, contrast, legal, coordinates } = stored('obverse.settings');
  const { start = OPENING, moves, turned, seats } = stored('obverse.game');
  const asInTheHtml = start === OPENING && !moves?.length && !turned && (seats?.black ?? 'human') === 'human' && legal !== false && coordinates !== false && !location.hash;

  const root = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') root.theme = theme;
  if (typeof contrast === 'boolean' ? contrast : matchMedia('(prefers-contrast: more)').matches) root.contrast = 'high';
  if (!asInTheHtml) root.board = 'waiting';
}
