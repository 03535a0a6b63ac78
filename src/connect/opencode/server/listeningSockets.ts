import { readFileSync } from 'node:fs'
import { type ProcessFolder, systemProcesses } from '../../processes/ownProcesses'

/** Somebody listens here, where this machine can reach it from inside. */
export interface ListeningSocket {
  /** As an URL writes it: `127.0.0.1`, `[::1]`. */
  readonly host: string
  readonly port: number
  /** The kernel's number for this socket: another one means another listener. */
  readonly inode: string
}

/** TCP sockets that listen on the loopback, from /proc; null where there is none. */
export function listeningSockets(folder: ProcessFolder = systemProcesses): ListeningSocket[] | null {
  const tables = ['tcp', 'tcp6'].map((name) => {
    try {
      return readFileSync(`${folder.path}/net/${name}`, 'latin1')
    } catch {
      return null
    }
  })
  if (tables.every((table) => table === null)) return null
  return tables.flatMap((table) => (table === null ? [] : parseSocketTable(table)))
}

const LISTENING = '0A'

export function parseSocketTable(table: string): ListeningSocket[] {
  const found: ListeningSocket[] = []
  for (const line of table.split('\n')) {
    const fields = line.trim().split(/\s+/)
    const [address, port] = fields[1]?.split(':') ?? []
    const inode = fields[9]
    if (fields[3] !== LISTENING || address === undefined || port === undefined || inode === undefined) continue
    const host = hostOf(address)
    if (host !== null) found.push({ host, port: Number.parseInt(port, 16), inode })
  }
  return found
}

/** How to reach it from here; null: it listens to the outside only. */
function hostOf(address: string): string | null {
  if (/^0+$/.test(address)) return '127.0.0.1'
  if (address.length === 8) {
    // The kernel prints the four bytes in the machine's order, on every machine that Node runs on the lowest first.
    const bytes = [6, 4, 2, 0].map((at) => Number.parseInt(address.slice(at, at + 2), 16))
    return bytes[0] === 127 ? bytes.join('.') : null
  }
  return address === '00000000000000000000000001000000' ? '[::1]' : null
}
