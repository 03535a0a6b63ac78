import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What was seen on disk for the first time, and when. `session`: the run it belongs to, by its own files. */
export interface Sighting {
  readonly at: number
  readonly session: string
  readonly id: string
  /** Of a call: the agent that made it, null for the session itself. */
  readonly owner: string | null
}

const SPAWNING_TOOLS = new Set(['Agent', 'Task'])
const POLL_MS = 20
const SIDECHAIN_FILE = /^agent-([^/]+)\.jsonl$/

interface LooseRecord {
  readonly type?: unknown
  readonly uuid?: unknown
  readonly parentUuid?: unknown
  readonly isSidechain?: unknown
  readonly sessionId?: unknown
  readonly message?: { readonly content?: unknown }
}

interface LooseBlock {
  readonly type?: unknown
  readonly id?: unknown
  readonly name?: unknown
  readonly input?: { readonly resume?: unknown }
}

function readFrom(path: string, start: number, end: number): Buffer {
  const handle = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(end - start)
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, start))
  } finally {
    closeSync(handle)
  }
}

function parse(text: string): LooseRecord | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as LooseRecord | null) : null
  } catch {
    return null
  }
}

/** Owner of a side chain record inside a main file: the chain's first record, reached over its ancestors. */
class SideChains {
  private readonly firstOf = new Map<string, string>()

  ownerOf(record: LooseRecord): string {
    const uuid = String(record.uuid)
    const owner = this.firstOf.get(String(record.parentUuid)) ?? uuid
    this.firstOf.set(uuid, owner)
    return owner
  }
}

/**
 * A second witness beside the product: polls a Claude root and notes when each spawning call and each agent's first record
 * could be read. Knows only the plainest facts, shares no code with the product.
 */
export class Observer {
  readonly calls = new Map<string, Sighting>()
  readonly agents = new Map<string, Sighting>()
  private readonly files = new Map<string, number>()
  private readonly sessions = new Map<string, string>()
  private readonly sideChains = new SideChains()
  private readonly root: string
  private timer: NodeJS.Timeout | null = null

  constructor(root: string) {
    this.root = root
  }

  start(): void {
    this.timer = setInterval(() => this.look(), POLL_MS)
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.look()
  }

  look(): void {
    const projects = join(this.root, 'projects')
    let names: string[]
    try {
      names = readdirSync(projects, { recursive: true, encoding: 'utf8' })
    } catch {
      return
    }
    for (const name of names)
      if (name.endsWith('.jsonl') && basename(name) !== 'journal.jsonl') this.readNew(join(projects, name))
  }

  private readNew(path: string): void {
    const start = this.files.get(path) ?? 0
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size <= start) return
    const bytes = readFrom(path, start, size)
    const complete = bytes.subarray(0, bytes.lastIndexOf(10) + 1)
    this.files.set(path, start + complete.length)
    for (const line of complete.toString('utf8').split('\n')) {
      const record = line ? parse(line) : null
      if (record && (record.type === 'user' || record.type === 'assistant')) this.take(path, record)
    }
  }

  private take(path: string, record: LooseRecord): void {
    const fromFile = SIDECHAIN_FILE.exec(basename(path))?.[1] ?? null
    const session = this.sessionOf(path, record)
    const owner = fromFile ?? (record.isSidechain === true ? this.sideChains.ownerOf(record) : null)
    if (owner) this.mark(this.agents, session, owner, null)
    const content = record.message?.content
    if (record.type !== 'assistant' || !Array.isArray(content)) return
    for (const block of content as LooseBlock[]) {
      const isSpawn = block.type === 'tool_use' && SPAWNING_TOOLS.has(String(block.name)) && !block.input?.resume
      if (isSpawn) this.mark(this.calls, session, String(block.id), owner)
    }
  }

  /** By the path where that tells; of an agent's file beside its session by the first record, for later ones may name another. */
  private sessionOf(path: string, record: LooseRecord): string {
    const known = this.sessions.get(path)
    if (known) return known
    const isBeside = SIDECHAIN_FILE.test(basename(path))
    const session = /\/([^/]+)\/subagents\//.exec(path)?.[1] ?? (isBeside ? String(record.sessionId) : basename(path, '.jsonl'))
    this.sessions.set(path, session)
    return session
  }

  private mark(map: Map<string, Sighting>, session: string, id: string, owner: string | null): void {
    const name = `${session} ${id}`
    if (!map.has(name)) map.set(name, { at: Date.now(), session, id, owner })
  }
}
