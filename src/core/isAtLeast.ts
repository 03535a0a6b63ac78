/** Whether a release is this one or a later one. Null, or a name of another shape: not known. */
export function isAtLeast(version: string | null, least: readonly number[]): boolean | null {
  // An empty name would count as release 0.
  const parts = version ? version.split('.').map(Number) : []
  if (parts.length < least.length || parts.slice(0, least.length).some(Number.isNaN)) return null
  for (const [i, wanted] of least.entries()) {
    const part = parts[i] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}
