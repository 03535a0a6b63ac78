import { readFileSync } from 'node:fs'

/** Field 22 of /proc/<pid>/stat: when this process began, in ticks since boot. Null: no such process, or no such file here. */
export function procStart(pid: number): string | null {
  return fieldOf(pid, 22)
}

/** It is there and does nothing, until a signal lets it go on. False also where the system does not say. */
export function isProcStopped(pid: number): boolean {
  const state = fieldOf(pid, 3)
  return state === 'T' || state === 't'
}

function fieldOf(pid: number, field: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command in field 2 may hold spaces and parentheses: count from the last one.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[field - 3] ?? null
  } catch {
    return null
  }
}
