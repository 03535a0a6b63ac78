import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { playRecording } from '../playRecording'
import type { Recording } from '../readRecording'
import { makeDemoFolder, removeDemoFolder } from './demoFolders'

export interface DemoRound {
  readonly roots: Readonly<Record<string, string>>
  readonly stateFolder: string
  readonly isPlayed: true
}

export interface DemoOptions {
  readonly recordings: readonly Recording[]
  readonly stateFolder: string
  readonly speed: number
  readonly signal: AbortSignal
  /** Before anything is played: now somebody may look at these folders. Called again for every round. */
  readonly onRound: (round: DemoRound) => Promise<void>
  /** After it nobody may look at the folders any more. */
  readonly onEnd: () => Promise<void>
}

/** A person looks at the end for a moment before it all begins again. */
const LOOK_MS = 8000

/** Plays the recordings again and again until `signal`; each round in a folder of its own, gone when the next has begun. */
export async function playDemoRounds(options: DemoOptions): Promise<void> {
  const { recordings, stateFolder, speed, signal } = options
  const folders: string[] = []
  try {
    while (!signal.aborted) {
      const home = await makeDemoFolder(stateFolder)
      folders.push(home)
      const roots: Record<string, string> = {}
      for (const { provider } of recordings) {
        roots[provider] = join(home, provider)
        await mkdir(join(home, provider), { recursive: true })
      }
      await options.onRound({ roots, stateFolder: join(home, 'state'), isPlayed: true })
      for (const old of folders.splice(0, folders.length - 1)) await removeDemoFolder(old)
      await Promise.all(recordings.map((one) => playRecording(one, { target: roots[one.provider] ?? home, speed, signal })))
      await wait(LOOK_MS / speed, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    await options.onEnd()
    for (const folder of folders) await removeDemoFolder(folder)
  }
}
