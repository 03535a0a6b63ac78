import { readFileSync } from 'node:fs'

/** Stands before the fuses in every program of Electron. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** In the order in which they are burnt in. */
const names = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
]

/** What a packaged program may do and may not, as it stands in the program itself. */
export function readFuses(program: string): Readonly<Record<string, boolean>> {
  const bytes = readFileSync(program)
  const at = bytes.indexOf(SENTINEL)
  if (at < 0) throw new Error(`${program} has no fuses`)
  // After the sentinel: the version of the list, then its length.
  const fuses = bytes.subarray(at + SENTINEL.length + 2)
  return Object.fromEntries(names.map((name, i) => [name, fuses[i] === '1'.charCodeAt(0)]))
}
