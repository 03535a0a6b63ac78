/** The colours that a definition can name, as the product shows them. */
export const agentColours: ReadonlyMap<string, string> = new Map([
  ['red', '#dc2626'],
  ['blue', '#2563eb'],
  ['green', '#16a34a'],
  ['yellow', '#ca8a04'],
  ['purple', '#9333ea'],
  ['orange', '#ea580c'],
  ['pink', '#db2777'],
  ['cyan', '#0891b2'],
])
