import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DrivenAsk } from '../../core/drive/driver'
import type { Ask, AskAnswer, AskEnd } from '../../shared/drive/ask'
import { type AgentKey, ProviderId, type RunUri } from '../../shared/ids'
import type { AnswerMarks } from './AnswerMarks'
import { AskEnds, endingOf } from './AskEnds'
import { askIdOf } from './askIdOf'
import type { LiveLaunch } from './LiveLaunch'

export interface AskBook {
  /** Oldest first. */
  list(): readonly Ask[]
  /** What of late is asked no more. */
  ends(): readonly AskEnd[]
  answer(id: string, answer: AskAnswer): Promise<Answered>
  /** By a person, here or in another program of ours, a moment ago. */
  wasAnswered(id: string): boolean
}

export interface Answered {
  readonly outcome: 'answered' | 'already' | 'refused'
  readonly message: string | null
}

export interface AskSources {
  readonly launches: () => Iterable<LiveLaunch>
  readonly marks: AnswerMarks
  readonly now: () => number
  /** Its place in the tree; null: it is not there yet. */
  readonly keyOf: (run: RunUri, agent: string | null) => AgentKey | null
  /** Both while an answer goes out and when it is out. */
  readonly onChange: () => void
}

/** What all sessions of ours ask, as one list. Nothing is ever answered but by a person's word. */
export function openAskBook({ launches, marks, now, keyOf, onChange }: AskSources): AskBook {
  const files = new Map<string, boolean>()
  const ends = new AskEnds({
    now,
    markOf: (ask) => marks.wordOf(ask),
    isOver: ({ launch }) => ![...launches()].some((one) => one.id === launch && one.isActive),
  })
  const asksOf = function* (): Iterable<{ ask: Ask; launch: LiveLaunch; own: DrivenAsk }> {
    for (const launch of launches()) {
      const phase = launch.phase()
      // Paused, it asks all the same: left out, it would be told as gone, and counted as answered by nobody.
      if (!launch.session || phase === 'adrift' || phase === 'ended' || phase === 'failed') continue
      for (const own of launch.session.asks()) yield { ask: toldAsk(launch, own, { keyOf, files }), launch, own }
    }
  }
  const list = (): readonly Ask[] =>
    [...asksOf()]
      .map(({ ask }) => ask)
      .filter(({ id }) => !marks.isTaken(id))
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return {
    list,
    ends() {
      const asks = list()
      const ids = new Set<string>(asks.map(({ id }) => id))
      for (const id of files.keys()) if (!ids.has(id)) files.delete(id)
      return ends.look(asks)
    },
    wasAnswered: (id) => marks.isTaken(id),
    async answer(id, answer) {
      const found = [...asksOf()].find(({ ask }) => ask.id === id)
      if (!found?.launch.session) return ALREADY
      const wrong = whyWrong(found.ask, answer)
      if (wrong !== null) return { outcome: 'refused', message: wrong }
      // Who stands still hears nothing: its mark would go before it says that it was answered.
      if (found.launch.isPaused) return { outcome: 'refused', message: 'It is paused: let it go on first, then answer it.' }
      if (!marks.take(id, JSON.stringify(endingOf(found.ask, answer)))) return ALREADY
      try {
        // A mark is no proof: an answer may have been on its way for longer than one lasts.
        await found.launch.session.hearOthers?.()
        const said = await found.launch.session.answer(found.own.id, answer)
        if (said.ok) {
          ends.note(found.ask, answer)
          return { outcome: 'answered', message: null }
        }
        // Withdrawn, or answered by another program of ours, while this answer was on its way.
        const isStill = found.launch.session.asks().some((one) => one.id === found.own.id)
        if (isStill) marks.give(id)
        return isStill ? { outcome: 'refused', message: said.failure.message } : ALREADY
      } finally {
        onChange()
      }
    },
  }
}

const ALREADY: Answered = { outcome: 'already', message: 'It was answered elsewhere, or is not asked any more.' }

interface Told {
  readonly keyOf: AskSources['keyOf']
  /** Whether the file of an ask was there when it was asked. */
  readonly files: Map<string, boolean>
}

function toldAsk(launch: LiveLaunch, own: DrivenAsk, { keyOf, files }: Told): Ask {
  const { run } = launch
  const id = askIdOf(launch, own)
  const { change } = own
  if (change?.isWhole && !files.has(id)) files.set(id, existsSync(resolve(launch.record.folder, change.path)))
  return {
    ...own,
    id,
    fields: own.fields ?? [],
    // Where nothing else is said, it happens where the session was started.
    folder: own.folder ?? launch.record.folder,
    overwrites: files.get(id) ?? false,
    isShort: false,
    launch: launch.id,
    provider: ProviderId.parse(launch.provider),
    run,
    key: run === null ? null : keyOf(run, own.agent),
  }
}

/** Only what was offered can be said. */
function whyWrong(ask: Ask, answer: AskAnswer): string | null {
  switch (answer.kind) {
    case 'option': {
      const option = ask.options.find(({ id }) => id === answer.option)
      if (!option) return 'This was not among the answers that are offered.'
      return answer.message !== null && !option.takesMessage ? `"${option.label}" takes no words.` : null
    }
    case 'answers': {
      if (ask.questions.length === 0) return 'Nothing was asked that could be answered in words.'
      for (const question of ask.questions) {
        const said = answer.answers[question.id] ?? []
        if (said.length === 0) return `"${question.text}" has no answer yet.`
        if (said.length > 1 && !question.isMultiple) return `"${question.text}" takes one answer.`
        const strange = said.find((label) => !question.options.some((option) => option.label === label))
        if (strange !== undefined && !question.takesOwnWords) return `"${strange}" was not offered for "${question.text}".`
      }
      return null
    }
    default:
      return answer satisfies never
  }
}
