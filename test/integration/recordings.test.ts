import { describe, expect, test } from 'vitest'
import { TreeView } from '../../src/shared/views'
import { compareTree } from '../harness/compareTree'
import { judgeRow } from '../harness/judgeWatch'
import { makeSlots } from '../harness/makeSlots'
import { listRecordings, type Recording } from '../harness/recordings'
import { readList, readTree } from '../harness/runCli'
import { treeInvariants } from '../harness/treeInvariants'
import { withPlacedRecording } from '../harness/workspace'

const inSlot = makeSlots(3)

/** What a fresh process gets wrong about one recording. */
async function judge(recording: Recording): Promise<string[]> {
  return withPlacedRecording(recording, async ({ root, env }) => {
    const rows = await readList(env)
    const faults: string[] = []
    for (const run of recording.runs) {
      const tree = await readTree(run.uri, env)
      const shape = TreeView.safeParse(tree)
      if (!shape.success) faults.push(`shape: ${shape.error.message.slice(0, 300)}`)
      faults.push(...compareTree(run, tree), ...treeInvariants(tree, root))
      const row = rows.filter((candidate) => candidate.uri === run.uri)
      if (row.length !== 1) faults.push(`${run.uri} is ${row.length} times in the list`)
      faults.push(...row.flatMap((one) => judgeRow(one, tree)))
    }
    const expected = new Set(recording.runs.map((run) => run.uri))
    for (const row of rows) if (!expected.has(row.uri)) faults.push(`the list has ${row.uri} "${row.title}", which is no run`)
    return faults
  })
}

describe.concurrent('a finished recording reads as what happened', () => {
  for (const recording of ['claude', 'codex', 'opencode'].flatMap(listRecordings)) {
    test(recording.name, async () => {
      expect(await inSlot(() => judge(recording))).toEqual([])
    })
  }
})
