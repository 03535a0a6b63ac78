import { type MessagePortMain, type UtilityProcess, utilityProcess } from 'electron'
import { FromEngine, type ToEngine } from './engineMessages'
import { afterDeath } from './restartPolicy'

export interface EngineListeners {
  /** It runs: pages may have ports again. */
  onUp(): void
  /** `retryAtMs` null: it will not try again by itself. */
  onDown(reason: string, retryAtMs: number | null): void
  onMessage(message: FromEngine): void
}

export interface EngineProcess {
  readonly isUp: boolean
  send(message: ToEngine, ports?: MessagePortMain[]): void
  /** Tries at once, also after it gave up. */
  retry(): void
  /** Lets it close what it opened, then ends it. `keep` false: ends the sessions that were started here, too; null: as the person has chosen. */
  end(keep: boolean | null): Promise<void>
}

const farewellMs = 2000
/** Sessions are asked to end before they are made to: three times three seconds at most. */
const stoppingMs = 11_000
/** As in bin/understory: four times the space would only be filled with what nobody needs any more. */
const youngSpace = ['--js-flags=--max-semi-space-size=4']

/** Keeps the engine alive in a process of its own, so that no transcript, however large, can hold up a window. */
export function startEngineProcess(entry: string, listeners: EngineListeners): EngineProcess {
  let child: UtilityProcess | null = null
  let isUp = false
  let isEnding = false
  let deaths: number[] = []
  let timer: NodeJS.Timeout | null = null

  function start(): void {
    if (timer) clearTimeout(timer)
    timer = null
    const started = utilityProcess.fork(entry, [], { serviceName: 'Understory engine', stdio: 'inherit', execArgv: youngSpace })
    child = started
    started.on('spawn', () => {
      isUp = true
      listeners.onUp()
    })
    started.on('message', (raw: unknown) => {
      const message = FromEngine.safeParse(raw)
      if (message.success) listeners.onMessage(message.data)
    })
    started.once('exit', (code) => {
      if (child === started) lose(code)
    })
  }

  function lose(code: number): void {
    child = null
    isUp = false
    if (isEnding) return
    deaths = [...deaths, Date.now()].slice(-10)
    const next = afterDeath(deaths)
    if (next.kind === 'give_up')
      return listeners.onDown(`The engine stopped again and again (last with code ${code}). Your agents are not affected.`, null)
    timer = setTimeout(start, next.ms)
    listeners.onDown('The engine stopped and is being started again.', Date.now() + next.ms)
  }

  start()
  return {
    get isUp() {
      return isUp
    },
    send(message, ports = []) {
      if (isUp) child?.postMessage(message, ports)
    },
    retry() {
      if (child || isEnding) return
      deaths = []
      start()
    },
    end(keep) {
      isEnding = true
      if (timer) clearTimeout(timer)
      const last = child
      if (!last) return Promise.resolve()
      return new Promise((resolve) => {
        const force = setTimeout(() => last.kill(), keep === false ? stoppingMs : farewellMs)
        last.once('exit', () => {
          clearTimeout(force)
          resolve()
        })
        last.postMessage({ kind: 'end', keep } satisfies ToEngine)
      })
    },
  }
}
