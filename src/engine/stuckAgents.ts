import { join } from 'node:path'
import { attentionOf } from '../core/model/attentionOf'
import { providers } from '../core/providers'
import type { AttentionItem } from '../shared/attention'
import { defaultSettings } from '../shared/settings'
import type { AgentView, RunRow } from '../shared/views'
import { parseSettings } from './page/parseSettings'
import { settingsFile } from './page/settingsFile'

export interface WatchedRun {
  readonly row: RunRow
  readonly agents: ReadonlyMap<string, AgentView>
  /** Of the run of a guest in this one's tree. */
  readonly isToldElsewhere: (run: string) => boolean
  /** Until when a person let it stand still; null: never. */
  readonly pausedUntil: number | null
}

/** Live agents that have written nothing for as long as a person has chosen. */
export function stuckAgents({ row, pausedUntil, ...run }: WatchedRun, now: number, minutes: number): AttentionItem[] {
  const rootLabel = providers.find(({ id }) => id === row.provider)?.label ?? row.provider
  const rules = { now, watchedSince: now, failedForMs: 0, stuckAfterMs: minutes * 60_000, pausedUntil }
  return attentionOf({ row, ...run, rootLabel }, rules).filter(({ kind }) => kind === 'stuck')
}

/** As the app has it. */
export function stuckMinutesIn(stateFolder: string): number {
  const fields = settingsFile(join(stateFolder, 'settings.json')).read()
  return fields === null || fields === 'garbled' ? defaultSettings.stuckMinutes : parseSettings(fields).settings.stuckMinutes
}
