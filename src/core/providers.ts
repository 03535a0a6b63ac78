import type { Provider } from './provider'
import { claude } from './providers/claude/claude'

/** The only place that names them all. */
export const providers: readonly Provider[] = [claude]
