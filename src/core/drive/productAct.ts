import type { ActName } from '../../shared/drive/offeredAct'

/** One rung of the ladder as a product has it. */
export interface ProductAct {
  readonly name: ActName
  readonly label: string
  /** Null: it can be done. */
  readonly reason: string | null
  /** Program first; what a person would type. Null: there is nothing to type. */
  readonly argv: readonly string[] | null
  /** For acts that start a session. */
  readonly how: 'resume' | 'fork' | 'continue' | 'render' | 'join' | null
  readonly isTerminalOnly: boolean
}
