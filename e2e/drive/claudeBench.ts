import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answered } from '../../src/engine/drive/askBook'
import type { LiveLaunch } from '../../src/engine/drive/LiveLaunch'
import { launchActs } from '../../src/engine/drive/launchActs'
import type { Ask } from '../../src/shared/drive/ask'
import type { Launch } from '../../src/shared/drive/launch'
import type { LaunchWish } from '../../src/shared/drive/launchWish'
import type { RunUri } from '../../src/shared/ids'
import type { AgentView } from '../../src/shared/views'
import type { ClaudeStage } from './openClaudeStage'
import type { DriveStage } from './openDriveStage'

/** What the stories ask and do, in few words. */
export class ClaudeBench {
  readonly home: ClaudeStage
  desk: DriveStage

  constructor(home: ClaudeStage, desk: DriveStage) {
    this.home = home
    this.desk = desk
  }

  /** As after a restart of the app. */
  async reopen(): Promise<void> {
    await this.desk.leave()
    this.desk = await this.home.open()
  }

  started(prompt: string, change: Partial<LaunchWish> = {}): Promise<LiveLaunch> {
    return this.desk.start(this.home.wish(prompt, change))
  }

  row({ id }: Pick<LiveLaunch, 'id'>): Launch {
    return this.desk.launch(id)
  }

  async phase(launch: Pick<LiveLaunch, 'id'>, ...wanted: string[]): Promise<Launch> {
    await this.desk.until(`it is ${wanted.join(' or ')}`, () => wanted.includes(this.row(launch).phase))
    return this.row(launch)
  }

  /** Its first turn is over, or the one that is under way. */
  idle(launch: LiveLaunch): Promise<Launch> {
    return this.phase(launch, 'idle')
  }

  /** Plays a prompt to its end, and ends the session. */
  async finished(prompt: string, change: Partial<LaunchWish> = {}): Promise<LiveLaunch> {
    const launch = await this.started(prompt, change)
    await this.idle(launch)
    await launchActs.stop(launch, 'finish')
    await this.phase(launch, 'ended')
    await this.desk.until('its run is over', () => this.desk.sight(this.runOf(launch))?.row.live === false)
    return launch
  }

  runOf({ run }: LiveLaunch): RunUri {
    if (run === null) throw new Error('it has no run yet')
    return run
  }

  agentOf(launch: LiveLaunch, prompt: string, test: (agent: AgentView) => boolean = () => true): AgentView | null {
    const isIt = (agent: AgentView): boolean => agent.depth > 0 && agent.prompt?.includes(prompt) === true && test(agent)
    return launch.run && this.desk.agent(launch.run, isIt)
  }

  agent(launch: LiveLaunch, prompt: string, wanted: string): Promise<AgentView> {
    return this.desk.until(`${prompt} is ${wanted}`, () => this.agentOf(launch, prompt, ({ phase }) => phase === wanted))
  }

  ask(what: string): Promise<Ask> {
    return this.desk.until(`it asks for ${what}`, () => this.desk.asks().find(({ detail }) => detail.includes(what)))
  }

  choose(id: string, option: string, message: string | null = null): Promise<Answered> {
    return this.desk.desk.answerAsk(id, { kind: 'option', option, message })
  }

  inProject(name: string): boolean {
    return existsSync(join(this.home.project, name))
  }

  /** What the model was last sent that holds this. */
  lastSent(text: string): string {
    const bodies = this.home.model.served.map(({ request }) => JSON.stringify(request.messages))
    return bodies.findLast((body) => body.includes(text)) ?? ''
  }

  agentFiles(): readonly string[] {
    const all = readdirSync(this.home.workspace.root, { recursive: true, encoding: 'utf8' })
    return all.filter((path) => /agent-[^/]*\.jsonl$/.test(path))
  }

  /** Lines that went into the session. */
  written(launch: LiveLaunch): readonly { readonly type: string; readonly [field: string]: unknown }[] {
    const path = join(this.home.workspace.stateFolder, 'launches', launch.record.process ?? '', 'in')
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(JSON.parse(line).text))
  }
}
