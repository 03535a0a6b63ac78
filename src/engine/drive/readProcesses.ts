import { existsSync, readdirSync, readFileSync } from 'node:fs'

export interface SeenProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** When it began, in ticks since boot: a number may be given to another process. */
  readonly start: string
  readonly name: string
  /** Stopped by a signal. */
  readonly isStopped: boolean
}

/** All that run now, zombies left out. Null: this system does not tell. */
export function readProcesses(procFolder = '/proc'): ReadonlyMap<number, SeenProcess> | null {
  try {
    const seen = readdirSync(procFolder).flatMap((name) => (/^\d+$/.test(name) ? (readProcess(procFolder, name) ?? []) : []))
    return seen.length === 0 ? null : new Map(seen.map((one) => [one.pid, one]))
  } catch {
    return null
  }
}

const RECENT_MS = 400
let recent: { readonly at: number; readonly all: ReturnType<typeof readProcesses> } | null = null

/** For who only looks on: twenty sessions that look at once read the system's list once. */
export function recentProcesses(now = performance.now()): ReturnType<typeof readProcesses> {
  if (!recent || now - recent.at > RECENT_MS) recent = { at: now, all: readProcesses() }
  return recent.all
}

export function canSeeProcesses(procFolder = '/proc'): boolean {
  return existsSync(`${procFolder}/self/stat`)
}

function readProcess(procFolder: string, pid: string): SeenProcess | null {
  let text: string
  try {
    text = readFileSync(`${procFolder}/${pid}/stat`, 'latin1')
  } catch {
    return null
  }
  // The command in field 2 may hold spaces and parentheses: count from the last one.
  const end = text.lastIndexOf(')')
  const fields = text.slice(end + 2).split(' ')
  const [state, parent, group] = fields
  const start = fields[22 - 3]
  if (start === undefined || state === 'Z' || state === 'X') return null
  const name = text.slice(text.indexOf('(') + 1, end)
  return { pid: Number(pid), parent: Number(parent), group: Number(group), start, name, isStopped: state === 'T' }
}

/** Everything that a process has started, and what that has. */
export function descendantsOf(pid: number, all: ReadonlyMap<number, SeenProcess>): readonly SeenProcess[] {
  const children = new Map<number, SeenProcess[]>()
  for (const one of all.values()) {
    const beside = children.get(one.parent)
    if (beside) beside.push(one)
    else children.set(one.parent, [one])
  }
  const found = new Map<number, SeenProcess>()
  const open = [pid]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const child of children.get(next) ?? []) {
      if (found.has(child.pid) || child.pid === pid) continue
      found.set(child.pid, child)
      open.push(child.pid)
    }
  return [...found.values()]
}
