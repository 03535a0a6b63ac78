import type { Connection } from '../core/connection'

/** The only place that names them all. */
export const connections: readonly Connection[] = []
