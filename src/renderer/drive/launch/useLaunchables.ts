import { useEffect, useState } from 'react'
import type { LaunchChoices } from '../../../shared/drive/driveCalls'
import type { ProgramFound } from '../../../shared/drive/programFound'
import { callEngine } from '../../store/client'
import { useLatest } from '../useLatest'

export interface RecentFolder {
  readonly folder: string
  readonly branch: string | null
  readonly choices: LaunchChoices | null
}

export interface Launchables {
  readonly programs: readonly ProgramFound[] | null
  readonly recent: readonly RecentFolder[] | null
  readonly fault: string | null
  /** What was just installed, or answered too late the first time. */
  lookAgain(): void
}

/** A program that is slow to answer is asked about again, as nobody should have to do by hand. */
const slowMs = 500

/** What can be started, and where it was of late. Agents belong to a folder: asked anew for another one. */
export function useLaunchables(folder: string): Launchables {
  const asked = folder.trim() === '' ? null : folder.trim()
  const [times, setTimes] = useState(0)
  const programs = useLatest(`${times} in ${folder}`, () => callEngine('listPrograms', { folder: asked }))
  const isSlow = programs.value?.some((program) => program.isSlow) === true && !programs.isOld
  useEffect(() => {
    if (!isSlow) return
    const timer = setTimeout(() => setTimes(times + 1), slowMs)
    return () => clearTimeout(timer)
  }, [isSlow, times])
  const recent = useLatest('recent', () => callEngine('listFolders', {}))
  return {
    programs: programs.value,
    // Without them a path can still be typed.
    recent: recent.fault ? [] : recent.value,
    fault: programs.fault?.message ?? null,
    lookAgain: () => setTimes(times + 1),
  }
}
