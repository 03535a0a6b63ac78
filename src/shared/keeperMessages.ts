import { z } from 'zod'
import { HeldId } from './ids'
import { LaunchFault, LaunchState, TerminalSize } from './launchState'

/** Raised when an older side would misunderstand: a keeper may outlive the program that started it. */
export const keeperProtocol = 2

/** What begins the command of a keeper in an installed app; its home follows. */
export const keeperMark = '--understory-keeper'

export const Farewell = z.enum(['keep', 'stop', 'leave'])
export type Farewell = z.infer<typeof Farewell>

export const LaunchSignal = z.enum([
  'SIGINT',
  'SIGTERM',
  'SIGKILL',
  'SIGHUP',
  'SIGQUIT',
  'SIGSTOP',
  'SIGCONT',
  'SIGUSR1',
  'SIGUSR2',
])
export type LaunchSignal = z.infer<typeof LaunchSignal>

const count = z.number().int().nonnegative()
const about = { id: count, launch: HeldId }

export const StartRequest = z.object({
  kind: z.literal('start'),
  id: count,
  launch: HeldId,
  file: z.string().min(1),
  args: z.array(z.string()),
  cwd: z.string().min(1),
  /** The whole environment: the keeper adds nothing, and writes none of it down. */
  env: z.record(z.string(), z.string()),
  note: z.json(),
  /** Null: no terminal. */
  terminal: TerminalSize.nullable(),
  /** It goes on when nobody is here; false: gone without a word, whoever started it has its time to come back. */
  isKept: z.boolean(),
  /** Nobody waits for it any more after this: a keeper that was stopped in between must not start it then. */
  until: z.number(),
})
export type StartRequest = z.infer<typeof StartRequest>

/** From an engine to the keeper, one line each. The first must be `hello`. */
export const ToKeeper = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), token: z.string(), protocol: z.number(), graceMs: count }),
  StartRequest,
  z.object({ kind: z.literal('write'), ...about, text: z.string() }),
  z.object({ kind: z.literal('endInput'), ...about }),
  z.object({ kind: z.literal('signal'), ...about, signal: LaunchSignal, to: z.enum(['group', 'process']) }),
  z.object({ kind: z.literal('resize'), ...about, size: TerminalSize }),
  z.object({ kind: z.literal('stop'), ...about, lastText: z.string().nullable(), stepMs: count, because: z.string() }),
  z.object({ kind: z.literal('keep'), ...about, isKept: z.boolean() }),
  z.object({ kind: z.literal('forget'), ...about }),
  z.object({ kind: z.literal('list'), id: count }),
  /** Its id names the following from here on. */
  z.object({ kind: z.literal('follow'), ...about, from: count }),
  z.object({ kind: z.literal('unfollow'), follow: count }),
  /** All up to this place has been taken. */
  z.object({ kind: z.literal('taken'), follow: count, to: count }),
  z.object({ kind: z.literal('farewell'), id: count, intent: Farewell, stepMs: count }),
])
export type ToKeeper = z.infer<typeof ToKeeper>

/** `isHandedOver` false: the child does not read, and the text waits for it. */
export const Written = z.object({ isHandedOver: z.boolean(), waitingBytes: count })
export type Written = z.infer<typeof Written>

const Answered = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('state'), state: LaunchState }),
  z.object({ kind: z.literal('states'), states: z.array(LaunchState) }),
  z.object({ kind: z.literal('written'), written: Written }),
])
export type Answered = z.infer<typeof Answered>

/** From the keeper to an engine, one line each. */
export const FromKeeper = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome'), pid: z.number() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('answer'), id: count, value: Answered }),
  z.object({ kind: z.literal('fault'), id: count, fault: LaunchFault }),
  z.object({ kind: z.literal('changed'), state: LaunchState }),
  z.object({ kind: z.literal('forgotten'), launch: HeldId }),
  /** `data` in base64; what lies between the end of the last piece and `at` has been overwritten. */
  z.object({ kind: z.literal('terminal'), follow: count, at: count, data: z.string() }),
  /** It holds nothing any more and ends; what it has not answered it has not done. */
  z.object({ kind: z.literal('bye') }),
])
export type FromKeeper = z.infer<typeof FromKeeper>

/** What <home>/keeper.json says. */
export const KeeperFile = z.object({
  pid: z.number(),
  procStart: z.string().nullable(),
  socket: z.string(),
  token: z.string(),
  protocol: z.number(),
})
export type KeeperFile = z.infer<typeof KeeperFile>

/** One line of <home>/launches/<id>/in. */
export const SentLine = z.object({ at: z.number(), text: z.string() })
export type SentLine = z.infer<typeof SentLine>
