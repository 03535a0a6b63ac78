import { describe, expect, it } from 'vitest'
import { richRun } from '../testing/sampleRuns'
import { sketchTree } from '../testing/sampleTree'
import { measureRun } from './measureRun'
import { addUsage, noUsage } from './totalTokens'

describe('measureRun', () => {
  it('[S1.11] every agent is in exactly one row; the sums are the run', () => {
    const tree = richRun()
    const stats = measureRun(tree)
    const rows = [stats.root, ...stats.byType, stats.hidden]
    expect(rows.reduce((usage, row) => addUsage(usage, row.usage), noUsage)).toEqual(tree.usage)
    expect(stats.total.usage).toEqual(tree.usage)
    expect(rows.reduce((count, row) => count + row.agents, 0)).toBe(tree.agents.length)
    for (const field of ['tools', 'messages', 'errors', 'agentMs'] as const) {
      const sum = (list: readonly { [name in typeof field]: number }[]) => list.reduce((total, row) => total + row[field], 0)
      expect(sum(rows)).toBe(stats.total[field])
      expect(sum(stats.agents)).toBe(stats.total[field])
      expect(sum(stats.levels)).toBe(stats.total[field])
    }
    expect(stats.total.priced).toBe(false)
  })

  it('[S3.26] parallelism: two for the whole time, then one after the other', () => {
    const together = sketchTree({
      children: [
        { secondsAgo: 100, seconds: 50 },
        { secondsAgo: 100, seconds: 50 },
      ],
    })
    expect(measureRun(together).parallelism).toEqual({ average: 2, peak: 2 })
    const after = sketchTree({
      children: [
        { secondsAgo: 100, seconds: 50 },
        { secondsAgo: 50, seconds: 50 },
      ],
    })
    expect(measureRun(after).parallelism).toEqual({ average: 1, peak: 1 })
    expect(measureRun(sketchTree({})).parallelism).toEqual({ average: null, peak: 0 })
  })
})
