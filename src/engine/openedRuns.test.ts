import { appendFileSync, rmSync, truncateSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { ended, RUN, sideFile, TranscriptWriter, task } from '../testing/writeSession'
import type { Engine } from './engine'

const main = () => new TranscriptWriter().prompt(0, 'go').call(1, 'c', task('task a'))
const child = () => new TranscriptWriter('a').prompt(2, 'task a').text(3, 'k')
const forkOf = (writer: TranscriptWriter): TranscriptWriter => {
  const fork = new TranscriptWriter(null, 'fork').record(50, { type: 'mode', uuid: null })
  fork.lines.push(...writer.lines.map((line) => line.replaceAll(RUN, 'fork')))
  return fork
}

let place: TemporaryRoot
let engine: Engine
beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
})
afterEach(() => place.close())

/** Trees and transcripts of an engine that has looked before are those of one that has not. */
async function expectFresh(...ids: readonly string[]): Promise<void> {
  const fresh = await place.open()
  for (const id of ids) {
    const run = RunUri.parse(`claude://${id}`)
    const tree = await fresh.tree(run)
    expect(await engine.tree(run)).toEqual(tree)
    const page = { before: null, limit: 100 }
    expect(await engine.transcript({ run, key: null }, page)).toEqual(await fresh.transcript({ run, key: null }, page))
    if (!tree.ok) continue
    for (const { key } of tree.value.agents)
      expect(await engine.transcript({ run, key }, page)).toEqual(await fresh.transcript({ run, key }, page))
  }
}

describe('a run that was opened before', () => {
  const steps: readonly (readonly [string, () => void])[] = [
    ['it grew', () => place.write(main().result(5, 'c', ended('a')).text(6, 'done').source())],
    ['only the end of a line came', () => appendFileSync(place.at(main().source().path), '{"type":"user"')],
    ['an agent of it came', () => place.write(sideFile('b', { toolUseId: 'c' }))],
    ['an agent of it went', () => rmSync(place.at(child().source().path))],
    ['its file was cut short', () => truncateSync(place.at(main().source().path), main().source().bytes.indexOf(10) + 1)],
    ['its file was emptied', () => truncateSync(place.at(main().source().path), 0)],
    ['it was replaced', () => place.write(new TranscriptWriter().prompt(9, 'something else').text(10, 'k').source())],
    ['its conversation is gone', () => rmSync(place.at(main().source().path))],
    ['it is gone', () => rmSync(place.at('projects'), { recursive: true })],
  ]
  it.each(steps)('%s', async (_, change) => {
    place.write(main().source())
    place.write(child().source())
    await expectFresh(RUN)
    change()
    await expectFresh(RUN)
    place.write(main().text(7, 'again').source())
    await expectFresh(RUN)
  })

  it.each(steps)('%s, while it is watched', async (_, change) => {
    place.write(main().source())
    place.write(child().source())
    const run = RunUri.parse(`claude://${RUN}`)
    const watch = await engine.watch(run, () => undefined)
    await expectFresh(RUN)
    change()
    await expectFresh(RUN)
    place.write(main().text(7, 'again').source())
    await expectFresh(RUN)
    await watch.close()
    place.write(main().text(7, 'again').text(8, 'and again').source())
    await expectFresh(RUN)
  })

  it('as a watch has seen it costs no look at the disk, and without a watch it is a second old at most', async () => {
    place.write(main().source())
    const run = RunUri.parse(`claude://${RUN}`)
    const agents = async (as: 'now' | 'seen') => {
      const tree = await engine.tree(run, as)
      return tree.ok ? tree.value.agents.length : 0
    }
    expect(await agents('seen')).toBe(2)
    const watch = await engine.watch(run, () => undefined)
    const more = main().call(2, 'd', task('task b'))
    const asked = agents('seen')
    // Written in the same turn: no watch can have told of it yet.
    place.write(more.source())
    expect([await asked, await agents('seen'), await agents('now')]).toEqual([2, 2, 3])
    place.write(more.call(3, 'e', task('task c')).source())
    await expect.poll(() => agents('seen')).toBe(4)
    expect(await engine.tree(run, 'seen')).toEqual(await engine.tree(run))
    expect(await engine.holders(run, 'seen')).toEqual(await engine.holders(run))
    await watch.close()
    place.write(more.call(4, 'f', task('task d')).source())
    await expect.poll(() => agents('seen')).toBe(5)
  })

  it('and its fork follow each other', async () => {
    place.write(main().source())
    place.write(forkOf(main()).text(60, 'own').source())
    await expectFresh(RUN, 'fork')
    place.write(main().text(7, 'more').source())
    await expectFresh(RUN, 'fork')
    rmSync(place.at(main().source().path))
    await expectFresh(RUN, 'fork')
    place.write(main().source())
    await expectFresh(RUN, 'fork')
  })
})
