/** Paths below the folder a run works in, as a person there would write them: `src/server.js`. Other text stays as it is. */
export function withoutFolder(text: string, folder: string | null): string {
  if (folder === null || folder.length < 2) return text
  const prefix = /[\\/]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`
  let rest = text
  let out = ''
  for (let at = rest.indexOf(prefix); at >= 0; at = rest.indexOf(prefix)) {
    // Inside a longer path the folder is only a part of another one's name.
    const isWhole = at === 0 || /[\s'"`=:(,[<>|;&]/.test(rest.charAt(at - 1))
    out += rest.slice(0, isWhole ? at : at + prefix.length)
    rest = rest.slice(at + prefix.length)
  }
  return out + rest
}
