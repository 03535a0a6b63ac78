export interface SafeLink {
  readonly url: string
  /** As the network would be asked: letters that only look alike are written out. */
  readonly host: string
}

/** Only addresses of the web are links; every other scheme stays text. */
export function safeLink(href: string): SafeLink | null {
  let url: URL
  try {
    url = new URL(href.trim())
  } catch {
    return null
  }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.href.length > longest) return null
  return { url: url.href, host: url.host }
}

/** What the contract lets through. */
const longest = 8192
