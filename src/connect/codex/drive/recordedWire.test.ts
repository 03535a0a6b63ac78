import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asObject } from '../../../core/readJson'
import { WireFold } from './WireFold'
import { readWireLine, type WireLine } from './wireLine'

const RECORDED = join(import.meta.dirname, '../../../../fixtures/drive/codex')

function linesOf(version: string, name: string): readonly WireLine[] {
  const texts = readFileSync(join(RECORDED, version, name), 'utf8')
    .trim()
    .split('\n')
  return texts.map((text) => {
    const line = readWireLine(text)
    if (!line) throw new Error(`no line of the protocol: ${text}`)
    return line
  })
}

/** What can only have been heard once this was written: its answer, or that what waited for it is over. */
function isDue(line: WireLine, heard: WireLine, requests: ReadonlyMap<string, unknown>): boolean {
  if (line.kind === 'request') return heard.kind === 'answer' && heard.id === line.id
  if (line.kind !== 'answer' || heard.kind !== 'notice') return false
  const isResolved = heard.method === 'serverRequest/resolved' && JSON.stringify(heard.params['requestId']) === line.id
  // Old releases do not say so: there its item is over.
  const item = heard.method === 'item/completed' ? asObject(heard.params['item'])?.['id'] : undefined
  return isResolved || (item !== undefined && item === requests.get(line.id))
}

function looked(fold: WireFold) {
  const threads = [...fold.threads(1)].map(([id, { activity }]) => [id, activity] as const)
  return { ...fold.state(), since: 0, isAtWork: fold.isAtWork(), asks: fold.asks(), threads: threads.sort() }
}

/** All that was written by then first, as after a restart. */
function refolded(written: readonly WireLine[], heard: readonly WireLine[]): WireFold {
  const fold = new WireFold(0, 'ask')
  for (const line of written) fold.wrote(line, 0)
  for (const line of heard) fold.hear(line, 0)
  return fold
}

describe.each(['0.169.0', '0.105.0'])('a conversation with %s', (version) => {
  const heard = linesOf(version, 'heard.jsonl')
  const written = linesOf(version, 'written.jsonl')

  /** Each line as late as it can have been written; told after each that is heard. */
  const play = (look: (fold: WireFold, writtenTo: number, heardTo: number) => void): void => {
    const fold = new WireFold(0, 'ask')
    const requests = new Map<string, unknown>()
    let to = 0
    for (const [index, line] of heard.entries()) {
      if (line.kind === 'request') requests.set(line.id, line.params['itemId'])
      const due = written.findLastIndex((each) => isDue(each, line, requests)) + 1
      for (; to < due; to += 1) fold.wrote(written[to] as WireLine, 0) // `to` is below the length.
      fold.hear(line, 0)
      look(fold, to, index + 1)
    }
  }

  it('goes through the states that it had', () => {
    const seen: string[] = []
    play((fold) => {
      const { phase, trouble, model } = fold.state()
      const asks = fold.asks().map(({ agent, detail, options }) => {
        const command = /touch \w+\.txt/.exec(detail)?.[0] ?? detail
        return `${agent === null ? 'it' : 'an agent'} asks: ${command} (${options.map(({ effect }) => effect).join(' ')})`
      })
      const now = [
        phase,
        ...(trouble === null ? [] : [trouble]),
        ...(model === 'gpt-5.4' || model === null ? [] : [model]),
        ...asks,
      ]
      if (now.join('; ') !== seen.at(-1)) seen.push(now.join('; '))
    })
    const options = '(once always deny halt)'
    expect(seen).toEqual([
      'starting',
      'idle',
      'working',
      ...['once', 'denied', 'always'].flatMap((name) => [`working; an agent asks: touch ${name}.txt ${options}`, 'working']),
      'idle',
      'working',
      'idle',
      'working',
      `working; it asks: touch halted.txt ${options}`,
      'working',
      'idle',
    ])
  })

  it('is the same after a restart, wherever it is cut', () => {
    let cuts = 0
    play((fold, writtenTo, heardTo) => {
      cuts += 1
      expect(looked(refolded(written.slice(0, writtenTo), heard.slice(0, heardTo)))).toEqual(looked(fold))
    })
    expect(cuts).toBe(heard.length)
  })

  it('ends with nothing open, and knows the release', () => {
    const fold = refolded(written, heard)
    expect(looked(fold)).toMatchObject({ phase: 'idle', isAtWork: false, asks: [], trouble: null, mode: 'ask' })
    expect(fold.release).toBe(version)
    expect([...fold.threads(1).values()].map(({ activity }) => activity)).toEqual(['idle'])
  })
})
