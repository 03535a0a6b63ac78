import { localTime } from './localTime'
import type { AgentView } from './views'

/** What an agent does now. One that failed and tries again says when, by the clock of whoever reads it. */
export function activityText({ activity, retryAt }: Pick<AgentView, 'activity' | 'retryAt'>): string {
  if (retryAt === undefined) return activity ?? ''
  const head = retryAt === null ? 'retry' : `retry ${localTime(retryAt)}`
  return activity === null ? head : `${head}: ${activity}`
}
