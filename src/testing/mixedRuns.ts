import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine, EngineSettings } from '../engine/engine'
import { RunUri } from '../shared/ids'
import type { AgentView, TreeView } from '../shared/views'
import { makeTemporaryRoot, type TemporaryRoot } from './temporaryRoot'
import { RUN, second, TranscriptWriter } from './writeSession'

export const HOME = join(import.meta.dirname, '../../fixtures/codex/0.169.0/v1-parallel/codex-home')
export const DAY = 'sessions/2026/11/18'
export const GUEST = '01a1ee73-5a29-7fe3-9af8-1a3d7abcd619'
export const GUEST_PROMPT = promptOfGuest()
/** The recording's session began here, in seconds of the written session. */
export const BEGAN = (Date.parse('2026-11-18T11:38:19.568Z') - Date.parse(second(0))) / 1000

function promptOfGuest(): string {
  const name = readdirSync(join(HOME, DAY)).find((file) => file.includes(GUEST)) ?? ''
  for (const line of readFileSync(join(HOME, DAY, name), 'utf8')
    .split('\n')
    .filter(Boolean)) {
    const { type, payload } = JSON.parse(line)
    const [part] = type === 'response_item' && payload.role === 'user' ? payload.content : []
    if (part?.text && !part.text.startsWith('<') && !part.text.startsWith('#')) return part.text
  }
  throw new Error('the recording has no prompt')
}

export interface Host {
  readonly run?: string
  readonly command: string
  readonly at?: number
  readonly cwd?: string
  readonly isAnswered?: boolean
}

/** A session of one tool whose shell call may have started the recorded session of another, and an engine over both. */
export async function openMixed(
  host: Host,
  settings: Partial<EngineSettings> = {},
): Promise<{ root: TemporaryRoot; engine: Engine; guests: string }> {
  const root = makeTemporaryRoot()
  const guests = join(root.state, '..', 'other-home')
  cpSync(HOME, guests, { recursive: true })
  root.write(hostSession(host))
  const engine = await root.open({ roots: { claude: root.root, codex: guests }, ...settings })
  return { root, engine, guests }
}

export function hostSession({ run = RUN, command, at = BEGAN - 2, cwd = '/home/dev/acme', isAnswered = true }: Host) {
  const session = new TranscriptWriter(null, run)
    .prompt(at - 5, 'Let the other one do it', { cwd })
    .say(at, [{ type: 'tool_use', id: 'toolu_shell', name: 'Bash', input: { command } }], 'tool_use')
  if (!isAnswered) return session.source()
  return session
    .result(at + 30, 'toolu_shell', { stdout: 'ok' })
    .text(at + 31, 'Done.')
    .source()
}

export async function treeOf(engine: Engine, run = RUN): Promise<TreeView> {
  const tree = await engine.tree(RunUri.parse(`claude://${run}`))
  if (!tree.ok) throw new Error(tree.failure.message)
  return tree.value
}

export function guestRoot(tree: TreeView): AgentView | undefined {
  return tree.agents.find(({ id }) => id === GUEST)
}
