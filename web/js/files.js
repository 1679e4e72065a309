// Where the page finds what is not in its modules. This is the page as `obverse serve` has it; `cargo
// xtask site` puts another module in its place: site/hosted.js or site/one-file.js.

/** The engine of the server that the page came from. @type {string | null} */
export const SERVER = location.origin.replace(/^http/, 'ws') + '/api/v1/socket';

/** The engine for this browser. @type {import('./engine/browser.js').Source | null} */
export const ENGINE = null;

/** What the page may need when the server is away, beside what it has loaded. @type {string[]} */
export const SPARE = [];

/** The table of opening names. @returns {Promise<string>} */
export async function openings() {
  const answer = await fetch('openings.tsv');
  return answer.ok ? answer.text() : '';
}
