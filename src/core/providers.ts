import type { Provider } from './provider'
import { claude } from './providers/claude/claude'
import { codex } from './providers/codex/codex'
import { opencode } from './providers/opencode/opencode'

/** The only place that names them all. */
export const providers: readonly Provider[] = [claude, codex, opencode]
