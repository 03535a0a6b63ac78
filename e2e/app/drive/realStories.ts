import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment, Workspace } from '../../../test/harness/workspace'
import type { Gates } from '../../../test/mocks/Gates'
import { openClaudeStage } from '../../drive/openClaudeStage'
import { openCodexStage } from '../../drive/openCodexStage'
import { openOpenCodeStage } from '../../drive/openOpenCodeStage'
import { settleIntoClaude } from '../../drive/settleIntoClaude'

/** A product's own CLI on the PATH, the home of somebody who has used it before, a model that plays the scenes of driving. */
export interface RealStage {
  readonly workspace: Workspace
  readonly project: string
  readonly env: Environment
  readonly model: { readonly gates: Gates }
  close(): Promise<void>
}

/** What of a story is a product's own. */
export interface RealStory {
  /** As its tile says it. */
  readonly tool: string
  readonly version: string
  open(version: string): Promise<RealStage>
  /** How a card says what its agent was told, of which this is the beginning. */
  cardOf(mark: string, verb: string): string
  /** The card of who asks, two deep. */
  readonly asker: string
  readonly slow: { readonly prompt: string; readonly gate: string }
  /** Of its headless runs: where its settings would not have it ask a person. */
  readonly mode: string | null
  /**
   * Of its own terminal. `mode`: where it would not ask a person by itself. `asks`: what the tree says of who asks; where the product
   * tells nobody outside, it works. `isToldHere`: it asks where we hear it, and is answered in the attention list, not by its keys.
   */
  readonly terminal: {
    readonly mode: string | null
    readonly asks: RegExp
    readonly isToldHere: boolean
    /** What Escape brings up where it has to be pressed twice. */
    readonly again: string | null
  }
}

async function openSettledClaudeStage(version: string): Promise<RealStage> {
  const stage = await openClaudeStage(version)
  settleIntoClaude(stage)
  return stage
}

/** Its agents stay open when they are through: more than it opens of itself are wanted in one story. The last section is theirs. */
async function openRoomyCodexStage(version: string): Promise<RealStage> {
  const stage = await openCodexStage(version)
  const trusted = `[projects.${JSON.stringify(stage.project)}]\ntrust_level = "trusted"\n`
  appendFileSync(join(stage.workspace.root, 'config.toml'), `max_threads = 12\n\n${trusted}`)
  return stage
}

export const realStories: readonly RealStory[] = [
  {
    ...{ tool: 'Claude Code', version: '2.1.327', open: openSettledClaudeStage },
    cardOf: (mark) => mark,
    asker: 'ASK-INNER',
    slow: { prompt: 'WAIT-LONG', gate: 'wait-long' },
    mode: null,
    terminal: { mode: 'default', asks: /needs you/, isToldHere: false, again: null },
  },
  {
    ...{ tool: 'Codex', version: '0.169.0', open: openRoomyCodexStage },
    cardOf: (mark, verb) => `${mark}: ${verb}.`,
    asker: 'ASK-DEEP: ask.',
    slow: { prompt: 'WAIT-LONG', gate: 'wait-long' },
    mode: 'ask',
    terminal: { mode: 'ask', asks: /needs you/, isToldHere: false, again: null },
  },
  {
    ...{ tool: 'OpenCode', version: '1.18.34', open: openOpenCodeStage },
    cardOf: (mark, verb) => `${mark}: ${verb}.`,
    asker: 'Ask',
    slow: { prompt: 'SLOW-CUT', gate: 'slow-cut' },
    mode: null,
    terminal: { mode: null, asks: /needs you/, isToldHere: true, again: 'again to interrupt' },
  },
]
