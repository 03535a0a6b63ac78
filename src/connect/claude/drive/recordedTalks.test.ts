import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TalkFold } from './TalkFold'
import { readTalkLine, type TalkLine } from './talkLine'

const FOLDER = join(import.meta.dirname, '../../../../fixtures/drive/claude')

interface SaidLine {
  /** To the CLI, else from it. */
  readonly isOurs: boolean
  readonly line: TalkLine
}

function talkOf(version: string): readonly SaidLine[] {
  const lines = readFileSync(join(FOLDER, version, 'talk.txt'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((text) => {
    const line = readTalkLine(text.slice(2))
    if (!line) throw new Error(`no line of the protocol: ${text.slice(0, 200)}`)
    return { isOurs: text.startsWith('> '), line }
  })
}

function tell(fold: TalkFold, { isOurs, line }: SaidLine): void {
  if (isOurs) fold.wrote(line, 0)
  else fold.hear(line, 0)
}

function look(fold: TalkFold) {
  const { phase, mode, trouble, queued } = fold.state()
  const asks = fold
    .asks()
    .map(({ kind, detail, agent }) => `${kind} ${agent === null ? 'of the session' : 'of an agent'}: ${detail}`)
  return { phase, mode, queued: queued.map(({ text }) => text), asks, ...(trouble === null ? {} : { trouble }) }
}

/** What was shown, one after the other. */
function statesOf(talk: readonly SaidLine[]): readonly string[] {
  const fold = new TalkFold('run', 0)
  const states = [JSON.stringify(look(fold))]
  for (const said of talk) {
    tell(fold, said)
    const state = JSON.stringify(look(fold))
    if (state !== states.at(-1)) states.push(state)
  }
  return states
}

describe.each(readdirSync(FOLDER))('a recorded conversation with Claude Code %s', (version) => {
  const talk = talkOf(version)

  it('amounts to the states that a person saw', async () => {
    await expect(`${statesOf(talk).join('\n')}\n`).toMatchFileSnapshot(join(FOLDER, version, 'states.txt'))
  })

  it('amounts to the same after a restart at any moment, when all that was written is told before all that was heard', () => {
    const live = new TalkFold('run', 0)
    talk.forEach((said, i) => {
      tell(live, said)
      const now = talk.slice(0, i + 1)
      const again = new TalkFold('run', 0)
      for (const each of [...now.filter(({ isOurs }) => isOurs), ...now.filter(({ isOurs }) => !isOurs)]) tell(again, each)
      expect({ i, ...again.state(), asks: again.asks(), threads: [...again.threads(1)] }).toEqual({
        ...{ i, ...live.state(), asks: live.asks(), threads: [...live.threads(1)] },
      })
    })
  })

  it('leaves nothing open', () => {
    const fold = new TalkFold('run', 0)
    for (const said of talk) tell(fold, said)
    expect(look(fold)).toMatchObject({ phase: 'idle', queued: [], asks: [] })
    expect(fold.version()).toBe(version)
  })
})
