import { luminance } from './luminance'

/** As WCAG counts it: 1 for the same colour, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
