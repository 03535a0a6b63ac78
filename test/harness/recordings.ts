import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Usage } from '../../src/shared/views'

export const PROJECT = join(import.meta.dirname, '..', '..')
const FIXTURES = join(PROJECT, 'fixtures')

/** The variable that points each provider at its root. */
export const ROOT_VARIABLE: Readonly<Record<string, string>> = {
  claude: 'CLAUDE_CONFIG_DIR',
  codex: 'CODEX_HOME',
  opencode: 'XDG_DATA_HOME',
}

type UsageTruth = Partial<Usage> & { readonly [K in `${keyof Usage}Any`]?: readonly number[] }

/** One agent as fixtures/README.md describes it: absent fields are not judged, `<field>Any` lists what may be said. */
export interface ExpectedAgent {
  readonly id: string | null
  readonly parentId?: string | null
  readonly depth?: number
  readonly description?: string
  readonly call?: string
  readonly callAny?: readonly string[]
  readonly status?: string
  readonly statusAny?: readonly string[]
  readonly phase?: string
  readonly phaseAny?: readonly string[]
  readonly usage?: UsageTruth
  readonly hidden?: string
  readonly noCall?: boolean
  readonly optional?: boolean
  readonly [field: string]: unknown
}

export interface ExpectedRun {
  readonly uri: string
  readonly id: string
  readonly live?: boolean
  readonly totals?: { readonly agents: number }
  readonly agents: readonly ExpectedAgent[]
  readonly [field: string]: unknown
}

export interface Recording {
  /** `claude/2.1.327/nested` */
  readonly name: string
  readonly folder: string
  readonly provider: string
  /** The folder that plays the provider's root, and its name inside the recording. */
  readonly root: string
  readonly rootName: string
  readonly runs: readonly ExpectedRun[]
}

export type ReplayEvent = { readonly t: number; readonly path: string } & (
  | { readonly op: 'grow'; readonly to: number }
  | { readonly op: 'put'; readonly text: string }
  /** In place, as products do whose documents never change their inode. */
  | { readonly op: 'rewrite'; readonly text: string }
  | { readonly op: 'delete' }
)

function readJson<T>(path: string): T {
  // The recordings are ours and checked by every test that uses them; their shape is fixtures/README.md.
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

function subfolders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

export function openRecording(provider: string, version: string, scenario: string): Recording {
  const folder = join(FIXTURES, provider, version, scenario)
  const rootName = readJson<{ root: string }>(join(folder, 'manifest.json')).root
  const { runs } = readJson<{ runs: ExpectedRun[] }>(join(folder, 'expected.json'))
  return { name: `${provider}/${version}/${scenario}`, folder, provider, root: join(folder, rootName), rootName, runs }
}

/** Every recording of a provider that has an expected tree, oldest version first by name. */
export function listRecordings(provider: string): Recording[] {
  const base = join(FIXTURES, provider)
  return subfolders(base).flatMap((version) =>
    subfolders(join(base, version))
      .filter((scenario) => existsSync(join(base, version, scenario, 'expected.json')))
      .map((scenario) => openRecording(provider, version, scenario)),
  )
}

/** How the files of the recording grew, or null where nobody watched. */
export function readReplay(recording: Recording): readonly ReplayEvent[] | null {
  const path = join(recording.folder, 'replay.json')
  return existsSync(path) ? readJson<{ events: ReplayEvent[] }>(path).events : null
}
