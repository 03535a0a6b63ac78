import type { z } from 'zod'
import type { PageHost, PageSession, ShellWishes } from '../engine/page/pageHost'
import type { Attention } from '../shared/attention'
import { contract, type Notice } from '../shared/contract'
import type { ForestFrame } from '../shared/forestFrame'
import type { Health } from '../shared/health'
import type { AgentKey, RunUri } from '../shared/ids'
import { unpackingPort } from '../shared/packing/unpackingPort'
import { type Client, connect, type RpcTrouble } from '../shared/rpc'
import type { RunsFrame } from '../shared/runsFrame'
import type { Settings } from '../shared/settings'
import type { AgentView, RunRow } from '../shared/views'
import { type ClosablePort, memoryPorts } from './memoryPorts'

type TranscriptNews = z.output<(typeof contract)['feeds']['transcript']>

interface SeenRun {
  readonly agents: Map<AgentKey, AgentView>
  row: RunRow | null
  seq: number
  isWhole: boolean
  isGone: boolean
  /** How often it began, and whether a number was ever missing. */
  begins: number
  gaps: number
}

/** A page without a screen: applies every frame and is asked after each whether it has seen enough. */
export class PageClient {
  readonly client: Client<typeof contract>
  readonly session: PageSession
  readonly port: ClosablePort
  readonly rows = new Map<RunUri, RunRow>()
  readonly runs = new Map<RunUri, SeenRun>()
  readonly runFrames: RunsFrame[] = []
  readonly forestFrames: ForestFrame[] = []
  readonly transcripts: TranscriptNews[] = []
  readonly attentions: Attention[] = []
  readonly settings: Settings[] = []
  readonly notices: Notice[] = []
  readonly goTos: { run: RunUri; key: AgentKey | null }[] = []
  readonly troubles: RpcTrouble[] = []
  readonly sizes: number[] = []
  health: Health | null = null
  isListed = false
  readonly #waiting = new Set<() => void>()

  constructor(host: PageHost, wishes: Partial<ShellWishes> = {}) {
    const [engineEnd, pageEnd] = memoryPorts()
    const onTrouble = (trouble: RpcTrouble): void => void this.troubles.push(trouble)
    const measured = {
      ...engineEnd,
      send: (frame: unknown) => {
        this.sizes.push(Buffer.byteLength(JSON.stringify(frame)))
        engineEnd.send(frame)
      },
    }
    this.port = engineEnd
    this.session = host.openPage(measured, { ...noWishes, ...wishes }, onTrouble)
    this.client = connect(contract, unpackingPort(pageEnd), onTrouble)
    this.client.on('runs', (frame) => this.#after(() => this.#takeRuns(frame)))
    this.client.on('forest', (frame) => this.#after(() => this.#takeForest(frame)))
    this.client.on('transcript', (news) => this.#after(() => this.transcripts.push(news)))
    this.client.on('attention', (attention) => this.#after(() => this.attentions.push(attention)))
    this.client.on('settings', (settings) => this.#after(() => this.settings.push(settings)))
    this.client.on('health', (health) => this.#after(() => (this.health = health)))
    this.client.on('notices', (notice) => this.#after(() => this.notices.push(notice)))
    this.client.on('goTo', (target) => this.#after(() => this.goTos.push(target)))
  }

  run(uri: RunUri): SeenRun {
    const known = this.runs.get(uri)
    if (known) return known
    const fresh: SeenRun = { agents: new Map(), row: null, seq: -1, isWhole: false, isGone: false, begins: 0, gaps: 0 }
    this.runs.set(uri, fresh)
    return fresh
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  #after(work: () => unknown): void {
    work()
    for (const look of [...this.#waiting]) look()
  }

  #takeRuns(frame: RunsFrame): void {
    this.runFrames.push(frame)
    if (frame.kind === 'begin') {
      this.rows.clear()
      this.isListed = false
    } else if (frame.kind === 'rows') {
      for (const uri of frame.removed) this.rows.delete(uri)
      for (const row of frame.rows) this.rows.set(row.uri, row)
    } else this.isListed = frame.done === frame.total
  }

  #takeForest(frame: ForestFrame): void {
    this.forestFrames.push(frame)
    const run = this.run(frame.run)
    if (frame.kind === 'begin') {
      run.agents.clear()
      Object.assign(run, { row: null, isWhole: false, isGone: false, begins: run.begins + 1 })
    } else if (frame.seq !== run.seq + 1) run.gaps++
    run.seq = frame.seq
    if (frame.kind === 'gone') run.isGone = true
    if (frame.kind !== 'patch') return
    for (const key of frame.removed) run.agents.delete(key)
    for (const agent of frame.agents) run.agents.set(agent.key, agent)
    run.row = frame.row ?? run.row
    run.isWhole ||= frame.isWhole
  }
}

const noWishes: ShellWishes = {
  info: {
    version: '0.0.0',
    kind: 'browser',
    platform: 'linux',
    can: { openLink: false, revealFile: false, chooseFolder: false, notify: false },
  },
  openLink: () => Promise.resolve(),
  revealFile: () => Promise.resolve(),
  chooseFolder: () => Promise.resolve(null),
}

/** A page that has said hello. */
export async function openPageClient(host: PageHost, wishes: Partial<ShellWishes> = {}): Promise<PageClient> {
  const page = new PageClient(host, wishes)
  await page.client.call('hello', {})
  return page
}
