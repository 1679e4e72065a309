// Scores as people read them. Inside, a score is discs from the side to move's view and says what
// kind of number it is.

/** @typedef {'exact' | 'wld' | 'selective' | 'heuristic' | 'book'} Kind */
/** @typedef {{ score: number, kind: Kind, confidence?: number }} Score */
/** @typedef {import('./rules/position.js').Color} Color */

const MINUS = '−';

/** @param {number} number @param {number} digits */
function signed(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : (number > 0 ? '+' : MINUS) + text;
}

/** The same score from Black's view. @param {Score} score @param {Color} side @returns {Score} */
export function blackView(score, side) {
  return side === 'black' ? score : { ...score, score: -score.score };
}

/** Short enough for a square: exact whole, W, D or L, else one decimal. @param {Score} score */
export function shortScore({ score, kind }) {
  if (kind === 'wld') return score > 0 ? 'W' : score < 0 ? 'L' : 'D';
  return signed(score, kind === 'exact' ? 0 : 1);
}

/** Shorter still, for the small squares of a large board. @param {Score} score */
export function wholeScore(score) {
  return score.kind === 'wld' ? shortScore(score) : signed(score.score, 0);
}

/** With its kind visible: `= +4`, `≈ +2.4 73%`, `~ +2`, `book +1.0`. @param {Score} score */
export function longScore(score) {
  switch (score.kind) {
    case 'exact': return `= ${shortScore(score)}`;
    case 'wld': return shortScore(score);
    case 'selective': return `≈ ${shortScore(score)} ${score.confidence}%`;
    case 'heuristic': return `~ ${signed(score.score, 0)}`;
    case 'book': return `book ${shortScore(score)}`;
  }
}

/**
 * Discs for drawing: a proven win, whose size is not known, stands just beyond the scale.
 * @param {Score} score @param {number} limit
 */
export function discs({ score, kind }, limit) {
  const size = kind === 'wld' ? Math.sign(score) * limit : score;
  return Math.max(-limit, Math.min(limit, size));
}

/** How far off a score may be, in discs. @param {Score} score */
export function spreadOf({ kind, confidence = 50 }) {
  if (kind === 'exact' || kind === 'wld') return 0;
  return kind === 'selective' ? 1 + (100 - confidence) / 20 : 3;
}

/**
 * Numbers in a player's own units, which are to be compared: all with as many digits, and in five
 * characters or fewer.
 * @param {readonly number[]} values
 */
export function unitTexts(values) {
  const most = Math.max(0, ...values.map(Math.abs));
  const digits = most >= 99.5 || values.every(Number.isInteger) ? 0 : most >= 9.95 ? 1 : 2;
  return values.map((value) => {
    const size = Math.abs(value);
    if (size >= 9950) return `${signed(value / 1000, 0)}k`;
    return size >= 999.5 ? `${signed(value / 1000, 1)}k` : signed(value, digits);
  });
}
