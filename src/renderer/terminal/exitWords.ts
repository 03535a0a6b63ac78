import type { Launch } from '../../shared/drive/launch'
import { clockTime } from '../inspector/clockTime'

interface ExitWords {
  readonly isFailure: boolean
  readonly text: string
}

/** How a session ended, for the line below its terminal; null: it runs. */
export function exitWords({ exit, phase, trouble }: Pick<Launch, 'exit' | 'phase' | 'trouble'>): ExitWords | null {
  if (!exit) return phase === 'ended' || phase === 'failed' ? { isFailure: phase === 'failed', text: trouble ?? phase } : null
  const time = clockTime(exit.at).slice(0, 5)
  const isFailure = phase === 'failed' || (exit.code !== null && exit.code !== 0)
  const how = exit.signal !== null ? `ended by ${exit.signal}` : `ended with exit code ${exit.code ?? 'unknown'}`
  return { isFailure, text: time === '' ? how : `${how} · ${time}` }
}
