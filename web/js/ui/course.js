// What of a game's course can be joined by a line: only what is known of neighbouring moves.

/** @typedef {{ ply: number, value: number, spread: number }} Point */

/**
 * The known points in runs without a gap.
 * @param {({ value: number, spread: number } | null)[]} course @returns {Point[][]}
 */
export function runsOf(course) {
  /** @type {Point[][]} */
  const runs = [];
  course.forEach((point, ply) => {
    if (!point) return;
    if (ply > 0 && course[ply - 1]) runs[runs.length - 1].push({ ply, ...point });
    else runs.push([{ ply, ...point }]);
  });
  return runs;
}
