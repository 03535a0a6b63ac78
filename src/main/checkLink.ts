/** The address as the system's browser may be given it; null: not a web address, or one that hides where it leads. */
export function checkLink(text: string): string | null {
  if (text.length > 8192 || /[\s\p{C}\\]/u.test(text)) return null
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  // `https://bank.example@evil.example` reads like a bank.
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null
  return url.href
}
