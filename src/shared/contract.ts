import { z } from 'zod'
import { Attention } from './attention'
import { DoctorReport } from './doctorReport'
import { Alarm } from './drive/alarm'
import { driveCalls, driveFeeds } from './drive/driveCalls'
import { ForestFrame } from './forestFrame'
import { Health } from './health'
import { AgentKey, RunUri } from './ids'
import { LinkChange, LinkChangeAnswer } from './linkChange'
import { RawGaps, RawPage } from './rawRecords'
import type { Contract } from './rpc'
import { RunsFrame } from './runsFrame'
import { Settings, SettingsChange } from './settings'
import { ShellInfo } from './shellInfo'
import { FoundItems, ImagePart, NumberName, NumberSources, PartName, TextPart, ToolTable } from './transcriptParts'
import { Sift, SiftedItems } from './transcriptSift'
import { TypeColours } from './typeColours'
import { LinkRow, Problem, TranscriptItem, TranscriptPage, TranscriptTail } from './views'
import { WritingNews } from './writingNews'

const whole = z.number().int().nonnegative()
const nothing = z.object({})

/** An agent of a run; `key` null: the run's own. */
const agent = { run: RunUri, key: AgentKey.nullable() }
const item = { ...agent, n: whole }

/** One line for the status bar. */
export const Notice = z.object({ level: z.enum(['info', 'warning', 'error']), code: z.string(), message: z.string() })
export type Notice = z.infer<typeof Notice>

/** Every call and every feed between the engine and a page, said once. No message is longer than 256 KB: long things come in parts. */
export const contract = {
  calls: {
    hello: { input: nothing, output: ShellInfo },

    /** Starts the `runs` feed with `begin`; again: from the start. */
    followRuns: { input: nothing, output: nothing },
    /** Starts the `forest` feed of a run with `begin`; again: from the start. A page follows as many runs as it likes. */
    followRun: { input: z.object({ run: RunUri }), output: nothing },
    unfollowRun: { input: z.object({ run: RunUri }), output: nothing },
    /** What an address names. `agent` at any depth below the run. */
    resolve: { input: z.object({ text: z.string().max(4096) }), output: z.object(agent) },
    /** The colours that definitions of agents give their types, as the files are now. No folder, no definitions: an empty list. */
    readTypeColours: { input: z.object({ run: RunUri }), output: TypeColours },
    listProblems: { input: z.object({ run: RunUri }), output: z.array(Problem).readonly() },

    /** At most `limit` items, fewer when the page would grow too long: before item `before` (null: the end), or from item `from` on. Texts are clamped: `clamped` says so. */
    readTranscript: {
      input: z.object({
        ...agent,
        at: z.union([z.object({ before: whole.nullable() }), z.object({ from: whole })]),
        limit: z.number().int().positive().max(1000),
      }),
      output: TranscriptPage,
    },
    /** What a panel shows at once, before `readTranscript` knows how many items there are. */
    readTail: {
      input: z.object({ ...agent, limit: z.number().int().positive().max(1000) }),
      output: TranscriptTail,
    },
    /**
     * Starts the `transcript` feed of one agent: from here on its items from number `from` on come by themselves, and those of `running`
     * when they run no more. A page follows one transcript: another takes its place, the same again begins anew.
     */
    followTranscript: {
      input: z.object({ run: RunUri, key: AgentKey, from: whole, running: z.array(whole).max(1000) }),
      output: nothing,
    },
    unfollowTranscript: { input: nothing, output: nothing },
    readText: { input: z.object({ ...item, part: PartName, from: whole }), output: TextPart },
    readImage: { input: z.object({ ...item, index: whole, from: whole }), output: ImagePart },
    findItems: { input: z.object({ ...agent, text: z.string().min(1).max(1000), from: whole }), output: FoundItems },
    /** The nearest item of these kinds before or behind item `n`; a tool call that failed counts as `error`. */
    nextItem: {
      input: z.object({ ...item, direction: z.enum(['before', 'after']), kinds: z.array(z.enum(['prompt', 'error'])).min(1) }),
      output: z.object({ n: whole.nullable() }),
    },
    /** Which items are wanted, by number, and how many there are of everything. */
    siftItems: { input: z.object({ ...agent, sift: Sift, from: whole }), output: SiftedItems },
    /** Where records lie that are part of no item, from the one numbered `from` on. Looking for them takes several questions. */
    listRaw: { input: z.object({ ...agent, from: whole }), output: RawGaps },
    readRaw: { input: z.object({ ...agent, from: whole, limit: z.number().int().positive().max(500) }), output: RawPage },
    readTools: { input: z.object(agent), output: ToolTable },
    explainNumber: { input: z.object({ ...agent, name: NumberName }), output: NumberSources },
    /** The same text that the command line prints for this address, in parts. */
    readMarkdown: { input: z.object({ ...agent, from: whole }), output: TextPart },

    listLinks: { input: z.object({ run: RunUri, key: AgentKey.nullable() }), output: z.array(LinkRow).readonly() },
    changeLink: {
      input: z.object({ run: RunUri, key: AgentKey, change: LinkChange, isDryRun: z.boolean() }),
      output: LinkChangeAnswer,
    },
    undoLink: { input: z.object({ run: RunUri }), output: LinkChangeAnswer },
    redoLink: { input: z.object({ run: RunUri }), output: LinkChangeAnswer },

    readSettings: { input: nothing, output: Settings },
    changeSettings: { input: SettingsChange, output: Settings },
    doctor: { input: nothing, output: DoctorReport },
    /** Tries a server or socket again now; `name` as `health` shows it, null: all of the provider. */
    retryChannel: { input: z.object({ provider: z.string().max(200), name: z.string().max(1000).nullable() }), output: nothing },
    /** Looks at the folders again, as after a start. */
    lookAgain: { input: nothing, output: nothing },
    playDemo: { input: z.object({ isPlaying: z.boolean() }), output: nothing },
    /** A finished or failed agent that a person has seen leaves the attention list. */
    dismissAttention: { input: z.object({ ids: z.array(z.string()).max(1000) }), output: nothing },

    ...driveCalls,

    /** Native wishes: a shell that cannot answers `not_supported`. */
    openLink: { input: z.object({ url: z.string().max(8192) }), output: nothing },
    revealFile: { input: z.object(agent), output: nothing },
    chooseFolder: { input: z.object({ title: z.string().max(200) }), output: z.object({ folder: z.string().nullable() }) },
  },
  feeds: {
    runs: RunsFrame,
    forest: ForestFrame,
    /**
     * What came since, and what is different now; the `total` is smaller where all of it was rewritten. `writing`: every text that is
     * being written now, with what is new of it; one that is no longer among them has its record, or is given up.
     */
    transcript: z.object({
      run: RunUri,
      key: AgentKey,
      total: whole,
      items: z.array(TranscriptItem).readonly(),
      writing: z.array(WritingNews).readonly(),
    }),
    attention: Attention,
    settings: Settings,
    health: Health,
    /** A deep link, a notification that was clicked: show this. */
    goTo: z.object(agent),
    notices: Notice,
    /** Told once, to whoever is there at that moment. */
    alarms: Alarm,
    ...driveFeeds,
  },
} satisfies Contract
