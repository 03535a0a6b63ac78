import { afterEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import type { AgentView, WatchedAgent, WatchFrame } from '../../shared/views'
import { fakeEngine, rowOf } from '../../testing/fakeEngine'
import { openPageClient, type PageClient } from '../../testing/pageClient'
import { sketchTree } from '../../testing/sampleTree'
import { makeTemporaryRoot } from '../../testing/temporaryRoot'
import { openPageHost } from './openPageHost'

// Twins of one agent, each with texts far too long for a node.
const tree = sketchTree({ phase: 'running', children: [{ description: 'd'.repeat(9000), prompt: `x${'🙂'.repeat(4000)}` }] })
const run = RunUri.parse(tree.uri)
const [root, child] = tree.agents as [AgentView, AgentView]
const agents: WatchedAgent[] = Array.from({ length: 20_000 }, (_, i) => {
  return { ...child, key: AgentKey.parse(`a${i}`), number: i + 1, run }
})
const runs = [rowOf(tree)]

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A host over an engine whose one run is told by hand. */
async function openCrowd(count: number) {
  const place = makeTemporaryRoot()
  const watching = new Set<(frame: WatchFrame) => void>()
  let opened = 0
  const host = await openPageHost({
    env: { UNDERSTORY_HOME: place.state, HOME: place.root },
    openEngine: async () => ({
      ...fakeEngine({ trees: [tree] }),
      watch: async (asked, onFrame) => {
        onFrame({ kind: 'snapshot', seq: 0, runs, agents: asked === null ? [] : [{ ...root, run }, ...agents.slice(0, count)] })
        if (asked === null) return { roots: () => [], keep: () => Promise.resolve(null), close: () => Promise.resolve() }
        watching.add(onFrame)
        opened++
        return { roots: () => [], keep: () => Promise.resolve(null), close: async () => void watching.delete(onFrame) }
      },
    }),
  })
  closing.push(async () => {
    await host.close()
    await place.close()
  })
  const patch = (seq: number, changed: readonly WatchedAgent[], removed: string[] = []): void => {
    for (const tell of watching)
      tell({ kind: 'patch', seq, at: '2026-01-01T00:00:00.000Z', runs: [], agents: [...changed], removed })
  }
  return { host, watching, opened: () => opened, patch }
}

async function follow(page: PageClient): Promise<void> {
  await page.client.call('followRun', { run })
  await page.until(() => page.run(run).isWhole)
}

it('sends twenty thousand agents in small parts, and answers between them', { timeout: 30_000 }, async () => {
  const { host } = await openCrowd(20_000)
  const page = await openPageClient(host)
  await page.client.call('followRun', { run })
  await page.client.call('readSettings', {})
  expect(page.run(run).isWhole).toBe(false)
  await page.until(() => page.run(run).isWhole)
  expect(page.run(run).agents.size).toBe(20_001)
  expect(page.run(run).gaps).toBe(0)
  expect(Math.max(...page.sizes)).toBeLessThan(200_000)
  const { description, prompt } = page.run(run).agents.get(AgentKey.parse('a7')) ?? child
  expect(description).toHaveLength(400)
  expect(prompt?.isWellFormed()).toBe(true)
  expect(prompt?.length).toBeLessThanOrEqual(600)
  expect(page.troubles).toEqual([])
})

it('watches a run once for all pages, and no longer than one looks', async () => {
  const { host, watching, opened } = await openCrowd(500)
  const [one, two] = [await openPageClient(host), await openPageClient(host)]
  await Promise.all([follow(one), follow(two), follow(one)])
  expect([opened(), watching.size]).toEqual([1, 1])
  await one.client.call('unfollowRun', { run })
  expect(watching.size).toBe(1)
  two.port.close()
  await expect.poll(() => watching.size).toBe(0)
})

it('says of a burst only how it ended', async () => {
  const { host, patch } = await openCrowd(500)
  const page = await openPageClient(host)
  await follow(page)
  const before = page.forestFrames.length
  const [first] = agents
  if (!first) throw new Error('there are agents')
  for (let i = 1; i <= 1000; i++) patch(i, [{ ...first, tools: i }])
  patch(1001, [], [`${run} a1`])
  await page.until(() => page.run(run).agents.get(first.key)?.tools === 1000)
  await page.until(() => !page.run(run).agents.has(AgentKey.parse('a1')))
  expect(page.forestFrames.length - before).toBeLessThanOrEqual(2)
  expect(page.run(run).gaps).toBe(0)
})
