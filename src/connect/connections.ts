import type { Connection } from '../core/connection'
import { claudeConnection } from './claude/claudeConnection'
import { codexConnection } from './codex/codexConnection'
import { opencodeConnection } from './opencode/opencodeConnection'

/** The only place that names them all. */
export const connections: readonly Connection[] = [claudeConnection, codexConnection, opencodeConnection]
