import { errorText } from '../../shared/errorText'
import { RpcError } from '../../shared/fault'
import { listRecordings } from '../readRecording'
import { type DemoRound, playDemoRounds } from './playDemoRounds'

export interface DemoPlayer {
  readonly isPlaying: boolean
  /** Settles when the first round has begun, or when it is over. */
  play(isPlaying: boolean): Promise<void>
}

export interface DemoPlayerOptions {
  readonly demoFolder: string
  readonly stateFolder: string
  readonly speed: number
  readonly onRound: (round: DemoRound) => Promise<void>
  readonly onEnd: () => Promise<void>
  readonly onFailure: (message: string) => void
}

export function demoPlayer(options: DemoPlayerOptions): DemoPlayer {
  let playing: { readonly stop: AbortController; readonly ended: Promise<void>; readonly begun: Promise<void> } | null = null
  let turn: Promise<void> = Promise.resolve()

  const start = async (): Promise<void> => {
    const { recordings } = await listRecordings(options.demoFolder)
    if (recordings.length === 0) {
      throw new RpcError({ code: 'not_found', message: `no recordings were found in ${options.demoFolder}` })
    }
    const stop = new AbortController()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { stateFolder, speed, onEnd } = options
    const onRound = async (round: DemoRound): Promise<void> => {
      if (!stop.signal.aborted) await options.onRound(round)
      begin()
    }
    const rounds = playDemoRounds({ recordings, stateFolder, speed, signal: stop.signal, onRound, onEnd })
    const ended = rounds.then(
      () => undefined,
      (error) => options.onFailure(errorText(error)),
    )
    const mine = { stop, ended, begun: Promise.race([begun, ended]) }
    playing = mine
    void ended.then(() => {
      if (playing === mine) playing = null
    })
    await mine.begun
  }
  const end = async (): Promise<void> => {
    playing?.stop.abort()
    await playing?.ended
  }
  return {
    get isPlaying() {
      return playing !== null
    },
    play(isPlaying) {
      // One wish after the other: a person may press twice.
      const next = turn.then(() => (isPlaying === (playing !== null) ? undefined : isPlaying ? start() : end()))
      turn = next.catch(() => undefined)
      return next
    },
  }
}
