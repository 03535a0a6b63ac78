import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/** A look at /proc, or at a folder that looks like it. */
export interface ProcessFolder {
  readonly path: string
  /** Whose processes count; null: everybody's. */
  readonly uid: number | null
}

export const systemProcesses: ProcessFolder = { path: '/proc', uid: process.getuid?.() ?? null }

/** The pids of this user's programs with such a name, as the kernel knows it (cut at 15 bytes); empty where there is no /proc. */
export function ownProcesses(isWanted: (name: string) => boolean, folder: ProcessFolder = systemProcesses): number[] {
  return pidsIn(folder).filter((pid) => isOwnProcess(pid, isWanted, folder))
}

export function isOwnProcess(pid: number, isWanted: (name: string) => boolean, folder: ProcessFolder = systemProcesses): boolean {
  const name = orNull(() => readFileSync(`${folder.path}/${pid}/comm`, 'utf8'))
  if (name === null || !isWanted(name.trim())) return false
  return folder.uid === null || orNull(() => statSync(`${folder.path}/${pid}`).uid) === folder.uid
}

/** What its file descriptors point to: paths, `socket:[inode]` and the like. */
export function openFilesOf(pid: number, folder: ProcessFolder = systemProcesses): string[] {
  const numbers = orNull(() => readdirSync(`${folder.path}/${pid}/fd`)) ?? []
  return numbers.flatMap((number) => orNull(() => readlinkSync(`${folder.path}/${pid}/fd/${number}`)) ?? [])
}

/** The same, only what it writes to; null: it has ended, or this system does not tell. */
export function writtenFilesOf(pid: number, folder: ProcessFolder = systemProcesses): string[] | null {
  const numbers = orNull(() => readdirSync(`${folder.path}/${pid}/fd`))
  if (numbers === null) return null
  return numbers.flatMap((number) => {
    const target = orNull(() => readlinkSync(`${folder.path}/${pid}/fd/${number}`))
    return target?.startsWith('/') && isWritten(pid, number, folder) ? [target] : []
  })
}

/** The last digit of the flags, in octal, is the way it was opened: 0 for reading, 1 for writing, 2 for both. */
function isWritten(pid: number, number: string, folder: ProcessFolder): boolean {
  const info = orNull(() => readFileSync(`${folder.path}/${pid}/fdinfo/${number}`, 'latin1'))
  const flags = info === null ? undefined : /^flags:\s*([0-7]+)$/m.exec(info)?.[1]
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0
}

/** Null: it has ended, or nobody knows. */
export function parentOf(pid: number, folder: ProcessFolder = systemProcesses): number | null {
  const parent = Number(statFields(pid, folder)?.[4 - 3])
  return parent > 0 ? parent : null
}

export function workingFolderOf(pid: number, folder: ProcessFolder = systemProcesses): string | null {
  return orNull(() => readlinkSync(`${folder.path}/${pid}/cwd`))
}

/** The kernel reports times to programs in hundredths of a second on every common architecture. */
const MS_PER_TICK = 10

/** When it began, in milliseconds since the epoch; null: it has ended, or nobody knows. */
export function startOf(pid: number, folder: ProcessFolder = systemProcesses): number | null {
  const boot = orNull(() => readFileSync(`${folder.path}/stat`, 'latin1'))
  const bootSeconds = boot === null ? undefined : /^btime (\d+)$/m.exec(boot)?.[1]
  const ticks = statFields(pid, folder)?.[22 - 3]
  if (bootSeconds === undefined || ticks === undefined) return null
  const startedAt = Number(bootSeconds) * 1000 + Number(ticks) * MS_PER_TICK
  return Number.isFinite(startedAt) ? startedAt : null
}

/** From field 3 on. The command in field 2 may hold spaces and parentheses: count from the last one. */
function statFields(pid: number, folder: ProcessFolder): string[] | undefined {
  const stat = orNull(() => readFileSync(`${folder.path}/${pid}/stat`, 'latin1'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function pidsIn(folder: ProcessFolder): number[] {
  const names = orNull(() => readdirSync(folder.path)) ?? []
  return names.flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

/** Gone between two looks, or another user's: neither says anything. */
function orNull<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}
