import type { ProcessList } from './processListed'

const CIM_QUERY =
  'Get-CimInstance -ClassName Win32_Process -Property ProcessId,CreationDate | ForEach-Object { "$($_.ProcessId),$(if ($_.CreationDate) { $_.CreationDate.ToFileTimeUtc() })" }'

export const CIM_ARGUMENTS: readonly string[] = ['-NoProfile', '-NonInteractive', '-Command', CIM_QUERY]
export const TASKLIST_ARGUMENTS: readonly string[] = ['/FO', 'CSV', '/NH']

/** Lines such as `4711,134078821421234567`: the start in 100 ns since 1601, independent of language and time zone. */
export function parseCim(text: string): ProcessList {
  const list = new Map<number, { startToken: string | null }>()
  for (const line of text.split(/\r?\n/)) {
    const [, pid, start] = /^(\d+),(\d*)$/.exec(line.trim()) ?? []
    // Pid 0 is the idle process: nobody's session.
    if (pid !== undefined && Number(pid) > 0) list.set(Number(pid), { startToken: start || null })
  }
  return list
}

/** Lines such as `"code.exe","4711","Console","1","12,345 K"`; the name may hold commas and is quoted. */
export function parseTasklist(text: string): ProcessList {
  const list = new Map<number, { startToken: string | null }>()
  for (const line of text.split(/\r?\n/)) {
    const pid = /^"[^"]*","(\d+)",/.exec(line)?.[1]
    if (pid !== undefined && Number(pid) > 0) list.set(Number(pid), { startToken: null })
  }
  return list
}
