/** `#rrggbb` of two colours, `share` of the first: what `color-mix` says in CSS, for those who paint without it. */
export function mixColours(first: string, second: string, share: number): string {
  const a = channels(first)
  const b = channels(second)
  return `#${a.map((value, i) => toHex(value * share + (b[i] ?? 0) * (1 - share))).join('')}`
}

function channels(colour: string): number[] {
  const hex = colour.trim().slice(1)
  const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16) || 0)
}

function toHex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}
