import type { ProcessList } from './processListed'

/** One call for all processes costs as much as one for a single pid. */
export const PS_ARGUMENTS: readonly string[] = ['-A', '-o', 'pid=,stat=,lstart=']

/** Lines such as `  501 S+   Wed Nov 18 14:22:22 2026`; the token is the date with single spaces, as `ps -o lstart= -p` prints it. */
export function parsePs(text: string): ProcessList {
  const list = new Map<number, { startToken: string | null }>()
  for (const line of text.split('\n')) {
    const [pid, state, ...date] = line.trim().split(/\s+/)
    if (pid === undefined || state === undefined || !/^\d+$/.test(pid) || state.startsWith('Z')) continue
    list.set(Number(pid), { startToken: date.join(' ') || null })
  }
  return list
}
