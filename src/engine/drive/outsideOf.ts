import { randomUUID } from 'node:crypto'
import type { DriveGround, Driver } from '../../core/drive/driver'
import type { Timers } from '../every'
import { variablesForRoot } from '../roots'
import type { Variables } from '../settingsFromEnvironment'
import { childEnvironment } from './childEnvironment'

export interface Outside {
  readonly env: Variables
  readonly stateFolder: string
  readonly roots: () => Readonly<Record<string, string>>
  readonly timers: Timers
  readonly drivers: readonly Driver[]
}

/** What a driver is given of the world, but for the processes. */
export function outsideOf(outside: Outside, home: string, provider: string): Omit<DriveGround, 'hold' | 'shared' | 'remember'> {
  const { env, stateFolder, roots, timers, drivers } = outside
  const root = roots()[provider] ?? ''
  return {
    ...{ root, home, env: { ...childEnvironment(env, drivers), ...variablesForRoot(provider, root, env) }, stateFolder },
    ...{ now: timers.now, newId: randomUUID },
  }
}
