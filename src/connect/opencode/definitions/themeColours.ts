/** Names of the theme that a definition can use, as the product's own theme has them: which one a person chose is not recorded. */
export const themeColours: ReadonlyMap<string, string> = new Map([
  ['primary', '#fab283'],
  ['secondary', '#5c9cf5'],
  ['accent', '#9d7cd8'],
  ['success', '#7fd88f'],
  ['warning', '#f5a742'],
  ['error', '#e06c75'],
  ['info', '#56b6c2'],
])
