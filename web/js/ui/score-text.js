// Scores in words: a number that a person reads says whose it is.

import { longScore } from '../score.js';
import { t } from '../words.js';

/** “Black +4”, “Even”. @param {import('../score.js').Score} score from Black's view */
export function leadText(score) {
  if (score.kind === 'wld') {
    return score.score === 0 ? t('even') : t('lead', { color: t(score.score > 0 ? 'color.black' : 'color.white'), score: t('score.wins') });
  }
  const size = Math.abs(score.score);
  const shown = longScore({ ...score, score: size });
  const kind = score.kind === 'book' ? shown.replace('book', t('score.book')) : shown;
  // What would be shown as nothing is nobody's.
  if (size < (score.kind === 'heuristic' ? 0.5 : 0.05)) return score.kind === 'exact' ? t('even') : t('lead', { color: t('even'), score: kind.replace(/ ?[+−]?0(\.0)?/, '') }).trim();
  return t('lead', { color: t(score.score < 0 ? 'color.white' : 'color.black'), score: kind });
}
