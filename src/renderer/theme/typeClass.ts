/** The class of a hue by its number: `ty-3`; the root and agents without a type have none of their own. */
export function typeClass(hue: number): string {
  return hue === 0 ? 'ty-root' : `ty-${hue}`
}
