import type { contract } from '../../shared/contract'
import type { driveCalls as declared } from '../../shared/drive/driveCalls'
import type { LaunchId } from '../../shared/drive/launch'
import type { LaunchPlan } from '../../shared/drive/launchPlan'
import type { LaunchWish } from '../../shared/drive/launchWish'
import { RpcError } from '../../shared/fault'
import type { Handlers } from '../../shared/rpc'
import type { Desk } from '../drive/desk'
import type { LiveLaunch } from '../drive/LiveLaunch'
import { launchActs } from '../drive/launchActs'
import { LastValue } from '../transcript/LastValue'
import { partOfText } from '../transcript/partOfText'
import { clampText } from './clampText'
import { orFault } from './lookupFault'
import type { Page } from './page'
import { takeFitting } from './takePortion'
import type { TerminalCalls } from './terminalCalls'

type Calls = Handlers<typeof contract>
type DriveCalls = Omit<Pick<Calls, keyof typeof declared>, keyof TerminalCalls>
type Acted = { refusal: string | null }

/** Sessions that are started here, for one page. */
export function driveCalls(desk: Desk, page: Page): DriveCalls {
  return {
    ...startCalls(desk, page),
    ...steerCalls(desk, page),
    ...answerCalls(desk),
  }
}

type StartCalls = Pick<DriveCalls, 'listPrograms' | 'listFolders' | 'completeFolder' | 'putText' | 'planLaunch' | 'startLaunch'>

function startCalls(desk: Desk, page: Page): StartCalls {
  const wishOf = ({ wish, draft }: { wish: LaunchWish; draft: string | null }): LaunchWish => ({
    ...wish,
    prompt: wordsOf(page, wish.prompt, draft),
  })
  return {
    listPrograms: async ({ folder }) => desk.programs(folder),
    listFolders: async () => takeFitting(await desk.folders()),
    completeFolder: async ({ text }) => desk.completeFolder(text),
    putText: async ({ draft, from, text }) => {
      const refused = page.drafts.put(draft, from, text)
      if (refused !== null) throw new RpcError({ code: 'bad_input', message: refused })
      return {}
    },
    planLaunch: async (wished) => {
      const planned = await desk.plan(wishOf(wished))
      return planned.ok ? { plan: fitPlan(planned.value), refusal: null } : { plan: null, refusal: planned.failure }
    },
    startLaunch: async (wished) => {
      const started = await desk.start(wishOf(wished))
      if (!started.ok) return { launch: null, refusal: started.failure }
      if (wished.draft !== null) page.drafts.drop(wished.draft)
      return { launch: started.value.id, refusal: null }
    },
  }
}

/** A long text was put down in parts before. */
function wordsOf(page: Page, text: string, draft: string | null): string {
  if (draft === null) return text
  const found = page.drafts.find(draft)
  if (found === null)
    throw new RpcError({ code: 'not_found', message: 'the text was not put down, or is forgotten by now: write it again' })
  return found
}

const LONGEST_WORD = 8000
const LONGEST_COMMAND = 40_000

/** Exactly what will run, but for the middle of what no person reads: a message holds 256 KB. */
function fitPlan(plan: LaunchPlan): LaunchPlan {
  return {
    ...plan,
    argv: plan.argv.slice(0, 100).map((word) => clampText(word, plan.argv.length > 10 ? LONGEST_WORD / 8 : LONGEST_WORD)),
    command: clampText(plan.command, LONGEST_COMMAND),
  }
}

type SteerCalls = Pick<
  DriveCalls,
  | 'sendMessage'
  | 'unqueueMessage'
  | 'interruptLaunch'
  | 'setLaunchMode'
  | 'pauseLaunch'
  | 'stopLaunch'
  | 'forgetLaunch'
  | 'stopAgent'
>

const GONE = 'It is not in the list any more.'

function steerCalls(desk: Desk, page: Page): SteerCalls {
  const act = async (id: LaunchId, work: (launch: LiveLaunch) => Promise<string | null>): Promise<Acted> => {
    const launch = desk.launch(id)
    return { refusal: launch ? await work(launch) : GONE }
  }
  return {
    sendMessage: ({ launch, text, draft }) => act(launch, (found) => desk.send(found, wordsOf(page, text, draft))),
    unqueueMessage: ({ launch, id }) => act(launch, (found) => launchActs.unqueue(found, id)),
    interruptLaunch: ({ launch }) => act(launch, launchActs.interrupt),
    setLaunchMode: ({ launch, mode }) => act(launch, (found) => launchActs.setMode(found, mode)),
    pauseLaunch: ({ launch, isPaused }) => act(launch, (found) => launchActs.pause(found, isPaused)),
    stopLaunch: ({ launch, how }) => act(launch, (found) => launchActs.stop(found, how)),
    forgetLaunch: ({ launch }) => act(launch, (found) => desk.forget(found)),
    stopAgent: async (target) => ({ refusal: await desk.stopAgent(target) }),
  }
}

type AnswerCalls = Pick<
  DriveCalls,
  'readQueued' | 'answerAsk' | 'readAsk' | 'listActs' | 'readContext' | 'listBudgets' | 'setBudget'
>

function answerCalls(desk: Desk): AnswerCalls {
  const contexts = new LastValue<string>()
  const wholeAsks = new LastValue<string>()
  return {
    readQueued: async ({ launch, id, from }) => {
      const message = desk
        .launch(launch)
        ?.session?.state()
        .queued.find((one) => one.id === id)
      if (!message) throw new RpcError({ code: 'not_found', message: 'it waits no more: it was sent or taken back' })
      const { text, total } = partOfText(message.text, from)
      return { text, total }
    },
    answerAsk: async ({ ask, answer }) => desk.answerAsk(ask, answer),
    readAsk: async ({ ask, from }) => {
      const known = from > 0 ? wholeAsks.find(desk, ask) : undefined
      const found = known ?? JSON.stringify(desk.asks().find(({ id }) => id === ask) ?? null)
      if (found === 'null') throw new RpcError({ code: 'not_found', message: 'it is not asked any more' })
      const { text, total, next } = partOfText(found, from)
      if (next === null) wholeAsks.drop()
      else wholeAsks.keep(desk, ask, found)
      return { text, total }
    },
    listActs: async (target) => orFault(await desk.acts(target)),
    readContext: async ({ run, key, at, from }) => {
      const name = JSON.stringify([run, key, at])
      const known = from > 0 ? contexts.find(desk, name) : undefined
      const text = known ?? orFault(await desk.context({ run, key }, at)).text
      const { text: part, total, next } = partOfText(text, from)
      if (next === null) contexts.drop()
      else contexts.keep(desk, name, text)
      return { text: part, total }
    },
    listBudgets: async ({ run }) => [...desk.budgets(run)],
    setBudget: async (budget) => {
      const failure = desk.setBudget(budget)
      if (failure !== null) throw new RpcError({ code: 'internal', message: `the limit could not be kept: ${failure}` })
      return {}
    },
  }
}
