import { joinOldest } from '../../core/drive/pausesOf'
import type { Ask, AskEnd } from '../../shared/drive/ask'
import type { BudgetBreach } from '../../shared/drive/budget'
import type { Launch } from '../../shared/drive/launch'
import { clampText } from '../page/clampText'

/** What pages are told of sessions that were started here. */
export interface DriveNews {
  /** False: this program has just begun, and more is to come of what was here before it. */
  readonly isSettled: boolean
  readonly launches: Launch[]
  readonly asks: Ask[]
  readonly ended: AskEnd[]
  readonly breaches: BudgetBreach[]
}

const MOST_LAUNCHES = 100
const MOST_ASKS = 100
const MOST_BREACHES = 50
const MOST_ENDED = 100
const MOST_BYTES = 235_000
const ASK_LETTERS = 200_000
const LAUNCH_LETTERS = 60_000

/** Fits into one message, whatever is asked: the more there are, the shorter each is told. */
export function fitNews(news: DriveNews): DriveNews {
  for (let share = 1; ; share /= 2) {
    const fitted = cutNews(news, share)
    if (share < 0.001 || Buffer.byteLength(JSON.stringify(fitted)) <= MOST_BYTES) return fitted
  }
}

function cutNews({ isSettled, launches, asks, ended, breaches }: DriveNews, share: number): DriveNews {
  const shownLaunches = mostWanted(launches)
  const shownAsks = asks.slice(0, MOST_ASKS)
  const launchRoom = Math.max(400, Math.floor((LAUNCH_LETTERS * share) / Math.max(1, shownLaunches.length)))
  const askRoom = Math.max(200, Math.floor((ASK_LETTERS * share) / Math.max(1, shownAsks.length)))
  return {
    isSettled,
    launches: shownLaunches.map((launch) => fitLaunch(launch, launchRoom)),
    asks: shownAsks.map((ask) => fitAsk(ask, askRoom)),
    ended: ended.slice(-MOST_ENDED).map((end) => ({ ...end, label: end.label === null ? null : clampText(end.label, 300) })),
    breaches: breaches.slice(-MOST_BREACHES),
  }
}

/** One that still runs is told, however many began after it: nothing else leads to its card, its terminal and its Stop. */
function mostWanted(launches: readonly Launch[]): readonly Launch[] {
  let room = Math.max(0, MOST_LAUNCHES - launches.filter(isRunning).length)
  return launches.filter((launch) => isRunning(launch) || room-- > 0)
}

function isRunning({ phase }: Launch): boolean {
  return phase !== 'ended' && phase !== 'failed'
}

function fitLaunch(launch: Launch, room: number): Launch {
  return {
    ...launch,
    title: clampText(launch.title, 200),
    command: clampText(launch.command, Math.max(200, Math.floor(room / 2))),
    said: launch.said.slice(-Math.floor(room / 4)),
    trouble: launch.trouble === null ? null : clampText(launch.trouble, 600),
    ...(launch.pauses ? { pauses: joinOldest(launch.pauses, Math.max(2, Math.floor(room / 60))) } : {}),
    ...fitQueued(launch.queued, room),
  }
}

const MOST_QUEUED = 200

/** Of many only the beginnings are told: each can be read whole. */
function fitQueued(queued: Launch['queued'], room: number): Pick<Launch, 'queued' | 'moreQueued'> {
  const most = Math.min(MOST_QUEUED, Math.max(10, Math.floor(room / 100)))
  const shown = queued.slice(0, most)
  const letters = Math.floor(room / Math.max(10, shown.length)) + 40
  const more = queued.length - shown.length
  return {
    queued: shown.map(({ id, text }) => ({ id, text: clampText(text, letters) })),
    ...(more > 0 ? { moreQueued: more } : {}),
  }
}

/** Half a change would be another one, and half an answer might hide what it covers: what does not fit is told in brief. */
function fitAsk(ask: Ask, room: number): Ask {
  if (lengthOf(ask) <= room) return ask
  const brief = Math.max(80, Math.floor(room / 4))
  return {
    ...ask,
    detail: clampText(ask.detail, brief),
    reason: ask.reason === null ? null : clampText(ask.reason, Math.min(1000, brief)),
    change: null,
    fields: [],
    options: ask.options.map((option) => ({
      ...option,
      label: clampText(option.label, Math.min(300, brief)),
      note: option.note === null ? null : clampText(option.note, Math.min(300, brief)),
    })),
    questions: [],
    isShort: true,
  }
}

/** Sizes as they count in a message: what is escaped there is longer than it looks. */
function lengthOf(ask: Ask): number {
  return JSON.stringify([ask.detail, ask.reason, ask.change, ask.fields, ask.options, ask.questions]).length
}
