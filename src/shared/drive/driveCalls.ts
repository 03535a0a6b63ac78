import { z } from 'zod'
import { AgentKey, RunUri } from '../ids'
import { Ask, AskAnswer, AskEnd, AskId } from './ask'
import { Budget, BudgetBreach } from './budget'
import { Launch, LaunchId } from './launch'
import { LaunchPlan, LaunchRefusal } from './launchPlan'
import { LaunchWish } from './launchWish'
import { OfferedAct } from './offeredAct'
import { ProgramFound } from './programFound'

const whole = z.number().int().nonnegative()
const nothing = z.object({})
const folder = z.string().max(4096)
/** Longer texts are put down in parts first, by `putText`. */
const text = z.string().max(64_000)
const draft = z.string().max(100).nullable()
const launch = { launch: LaunchId }
const agent = { run: RunUri, key: AgentKey.nullable() }

/** `done`, or why not in words for a person. */
const acted = z.object({ refusal: z.string().nullable() })

/** What a person chose the last time in a folder. */
export const LaunchChoices = LaunchWish.pick({ provider: true, model: true, agent: true, mode: true, way: true, extra: true })
export type LaunchChoices = z.infer<typeof LaunchChoices>

const wish = z.object({
  wish: LaunchWish.extend({ prompt: text }),
  /** Its prompt was put down under this name. */
  draft,
})

export const driveCalls = {
  listPrograms: { input: z.object({ folder: folder.nullable() }), output: z.array(ProgramFound) },
  /** Folders of late, newest first, and the choices made there. */
  listFolders: {
    input: nothing,
    output: z.array(z.object({ folder, branch: z.string().nullable(), choices: LaunchChoices.nullable() })),
  },
  /** Folders whose path begins like this: for typing where no picker is. */
  completeFolder: { input: z.object({ text: folder }), output: z.object({ exists: z.boolean(), folders: z.array(folder) }) },
  /** A part of a long text; `from` 0 begins it anew. Forgotten when the page goes. */
  putText: { input: z.object({ draft: z.string().max(100), from: whole, text }), output: nothing },
  planLaunch: {
    input: wish,
    output: z.object({ plan: LaunchPlan.nullable(), refusal: LaunchRefusal.nullable() }),
  },
  startLaunch: {
    input: wish,
    output: z.object({ launch: LaunchId.nullable(), refusal: LaunchRefusal.nullable() }),
  },
  sendMessage: { input: z.object({ ...launch, text, draft }), output: acted },
  /** A message that waits, whole: lists of them are cut short. */
  readQueued: {
    input: z.object({ ...launch, id: z.string(), from: whole }),
    output: z.object({ text: z.string(), total: whole }),
  },
  unqueueMessage: { input: z.object({ ...launch, id: z.string() }), output: acted },
  interruptLaunch: { input: z.object(launch), output: acted },
  setLaunchMode: { input: z.object({ ...launch, mode: z.string() }), output: acted },
  pauseLaunch: { input: z.object({ ...launch, isPaused: z.boolean() }), output: acted },
  /** `finish`: lets the turn end first. */
  stopLaunch: { input: z.object({ ...launch, how: z.enum(['finish', 'now']) }), output: acted },
  /** An ended one leaves the list. */
  forgetLaunch: { input: z.object(launch), output: acted },
  stopAgent: { input: z.object(agent), output: acted },
  /** `already`: it was answered elsewhere, or is no longer asked. */
  answerAsk: {
    input: z.object({ ask: AskId, answer: AskAnswer }),
    output: z.object({ outcome: z.enum(['answered', 'already', 'refused']), message: z.string().nullable() }),
  },
  /** The whole of an ask that was told in brief: its JSON, in parts. */
  readAsk: { input: z.object({ ask: AskId, from: whole }), output: z.object({ text: z.string(), total: whole }) },
  listActs: { input: z.object(agent), output: z.array(OfferedAct) },
  /** The parts that `render` would send, as text. */
  readContext: {
    input: z.object({ ...agent, at: whole.nullable(), from: whole }),
    output: z.object({ text: z.string(), total: whole }),
  },
  listBudgets: { input: z.object({ run: RunUri }), output: z.array(Budget) },
  /** All limits null: it is taken away. */
  setBudget: { input: Budget, output: nothing },

  /** Starts the `terminal` feed of a launch from a byte of all its output on (or from the oldest byte that is kept). */
  followTerminal: { input: z.object({ ...launch, from: whole }), output: nothing },
  unfollowTerminal: { input: z.object(launch), output: nothing },
  /** All up to this byte is on the screen: who does not say so is sent no more than a little. */
  tookTerminal: { input: z.object({ ...launch, to: whole }), output: nothing },
  /** What was typed or pasted. `answers`: the screen answers a question of the program that ends at this byte; each is answered once. */
  typeTerminal: { input: z.object({ ...launch, data: text, answers: whole.nullable() }), output: acted },
  resizeTerminal: { input: z.object({ ...launch, columns: whole.max(1000), rows: whole.max(1000) }), output: nothing },
} as const

export const driveFeeds = {
  /** All of them each time, newest first, all that they ask, oldest first, and what of late they ask no more. */
  launches: z.object({
    /** False: the engine has just begun, and more is to come of what was here before it. */
    isSettled: z.boolean(),
    launches: z.array(Launch),
    asks: z.array(Ask),
    ended: z.array(AskEnd).default([]),
    breaches: z.array(BudgetBreach),
  }),
  /** `from`: the byte of all output that `base64` begins with; greater than what was asked for where older output is gone. */
  terminal: z.object({ launch: LaunchId, from: whole, base64: z.string() }),
} as const
