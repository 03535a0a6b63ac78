// Written in two pieces, so that this file does not count itself.
const marks = [
  'biome-' + 'ignore',
  '@ts-' + 'expect-error',
  '@ts-' + 'ignore',
  '@ts-' + 'nocheck',
  'eslint-' + 'disable',
  '@knip' + 'ignore',
]

/** How often a text silences a check. @param {string} text */
export function countSuppressions(text) {
  return marks.reduce((sum, mark) => sum + text.split(mark).length - 1, 0)
}
