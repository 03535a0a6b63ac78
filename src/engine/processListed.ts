import type { ProcessSource } from './processTable'

export type ProcessList = ReadonlyMap<number, { readonly startToken: string | null }>

/** Looks into a list made by a command; the first maker that answers is used. */
export function listedProcesses(makers: readonly (() => Promise<ProcessList>)[]): ProcessSource {
  let list: ProcessList | undefined
  let running: Promise<void> | undefined
  const refresh = async (): Promise<void> => {
    for (const make of makers) {
      try {
        const made = await make()
        // We are a process ourselves: an empty list is a failed command, and believing it would declare everything dead.
        if (made.size === 0) continue
        list = made
        return
      } catch {
        // A missing or forbidden command is expected; the next maker answers, or all stays unknown.
      }
    }
    list = undefined
  }
  return {
    look: (pid) => (list ? (list.get(pid) ?? null) : 'unknown'),
    startedAtMs(startToken) {
      const at = Date.parse(startToken)
      return Number.isNaN(at) ? null : at
    },
    refresh() {
      running ??= refresh().finally(() => {
        running = undefined
      })
      return running
    },
  }
}
