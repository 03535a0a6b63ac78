import type { Driver } from '../core/drive/driver'
import { claudeDriver } from './claude/drive/claudeDriver'
import { codexDriver } from './codex/drive/codexDriver'
import { opencodeDriver } from './opencode/drive/opencodeDriver'

/** The only place that names them all. */
export const drivers: readonly Driver[] = [claudeDriver, codexDriver, opencodeDriver]
