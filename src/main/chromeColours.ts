/** The colours of tokens.css that the system paints before, and beside, the page: `--bg-chrome` and `--fg-1`. */
export function chromeColours(isDark: boolean): { readonly background: string; readonly symbols: string } {
  return isDark ? { background: '#101413', symbols: '#e9eeeb' } : { background: '#e9eeeb', symbols: '#141c18' }
}
