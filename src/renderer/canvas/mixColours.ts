import { channelsOf } from '../theme/luminance'

/** `#rrggbb` of two colours, `share` of the first: what `color-mix` says in CSS, for those who paint without it. */
export function mixColours(first: string, second: string, share: number): string {
  const a = channelsOf(first)
  const b = channelsOf(second)
  return `#${a.map((value, i) => toHex(value * share + (b[i] ?? 0) * (1 - share))).join('')}`
}

function toHex(value: number): string {
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')
}
