/** The address that a hash names; null: none. */
export function addressIn(hash: string): string | null {
  const text = hash.startsWith('#') ? hash.slice(1) : hash
  if (text === '' || text.length > 4096) return null
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('://') ? decoded : null
  } catch {
    return null
  }
}

/** A hash a person can read, and that survives being copied. */
export function hashFor(address: string): string {
  return `#${encodeURI(address).replaceAll('#', '%23')}`
}
