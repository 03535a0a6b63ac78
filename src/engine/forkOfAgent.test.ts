import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { watchWith } from '../testing/watchClient'
import { CHILD, idAt, RolloutWriter, RUN, rollouts, spawned } from '../testing/writeRollout'

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
})
afterEach(() => place.close())

const ALL = { provider: null, project: null, liveOnly: false, limit: null }
const ORIGIN = `codex://${RUN}/${CHILD}`

/** As the current release writes it: nothing of the agent's conversation, only its name. */
function forkOfAgent(at: number): RolloutWriter {
  const fork = new RolloutWriter(idAt(at), { firstOrdinal: 9 }).head(at, {
    forked_from_id: CHILD,
    forked_from_ordinal_exclusive: 9,
  })
  return fork
    .begin(at + 1)
    .say(at + 1, 'user', 'Go on alone')
    .end(at + 2)
}

it('a fork of an agent names it below its run, in list, tree and watch, and its siblings do too', async () => {
  const agent = new RolloutWriter(CHILD).childHead(5, RUN).begin(6).say(6, 'user', 'Help').end(7)
  for (const { path, bytes } of rollouts(spawned().end(9), agent, forkOfAgent(50), forkOfAgent(60))) {
    mkdirSync(dirname(join(place.root, path)), { recursive: true })
    writeFileSync(join(place.root, path), bytes)
  }
  const engine = await place.open({ roots: { codex: place.root } })
  for (const look of ['first', 'from the index']) {
    const rows = await engine.list(ALL)
    expect(rows.map(({ id, forkedFrom }) => [id, forkedFrom]).sort(), look).toEqual([
      [RUN, null],
      [idAt(50), ORIGIN],
      [idAt(60), ORIGIN],
    ])
  }
  for (const id of [idAt(50), idAt(60)]) {
    const uri = RunUri.parse(`codex://${id}`)
    const tree = await engine.tree(uri)
    expect(tree.ok && tree.value.forkedFrom).toBe(ORIGIN)
    const client = await watchWith(engine, uri)
    expect(client.rows.get(uri)?.forkedFrom).toBe(ORIGIN)
  }
})
