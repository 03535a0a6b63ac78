import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { WatchFrame } from '../../src/shared/views'
import { readLines } from '../harness/readLines'
import { keepTrack, readList, readTree, runCli, UNDERSTORY } from '../harness/runCli'
import { withSteeredProgram } from '../harness/steeredProgram'
import { type Environment, withWorkspace } from '../harness/workspace'

/** A command at work; `line` settles with the first that passes. */
function startCli(args: readonly string[], env: Environment) {
  const child = keepTrack(spawn(UNDERSTORY, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'ignore'] }))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  readLines(child.stdout, (line) => {
    lines.push(line)
    for (const look of [...waiting]) look()
  })
  return {
    child,
    line: (passes: (line: string) => boolean): Promise<string> =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = lines.find(passes)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** All that lies in a folder, with its size and time. */
function stampsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.flatMap((name) => {
    const stats = statSync(join(folder, name))
    return stats.isFile() ? [`${name} ${stats.size} ${stats.mtimeMs}`] : []
  })
}

test('list, tree and watch of other processes show what a session asks, and leave no trace', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const early = startCli(['watch', '--json'], env)
    await early.line((line) => line.includes('"snapshot"'))
    const run = startCli(['run', 'claude', '--cwd', work, '--json', '--', 'ask me'], env)
    await run.line((line) => line.includes('"kind":"ask"'))
    // Begun before the first session ever was.
    await early.line((line) => line.includes('"waitingFor":"permission"'))
    const kept = ['keeper', 'drive'].map((name) => join(workspace.stateFolder, name))
    const before = kept.flatMap(stampsIn)
    const [row] = await readList(env, ['--live'])
    expect(row).toMatchObject({ phase: 'waiting', live: true })
    const tree = await readTree(row?.uri ?? '', env)
    expect(tree.agents[0]).toMatchObject({ phase: 'waiting', waitingFor: 'permission', activity: 'Bash: rm -rf build' })
    const watch = startCli(['watch', row?.uri ?? '', '--json'], env)
    const snapshot = JSON.parse(await watch.line((line) => line.includes('"snapshot"'))) as WatchFrame
    expect(snapshot.agents[0]).toMatchObject({ phase: 'waiting', waitingFor: 'permission' })
    expect((await runCli(['tree', row?.uri ?? ''], env)).stdout).toContain('needs you')
    for (const { child } of [early, watch]) {
      child.kill('SIGINT')
      expect(await once(child, 'close')).toEqual([0, null])
    }
    expect(kept.flatMap(stampsIn)).toEqual(before)
    expect(run.child.exitCode).toBeNull()
    run.child.kill('SIGTERM')
    expect(await once(run.child, 'close')).toEqual([143, null])
  })
})

test('a session that is over waits for nobody, and a launch note that is none harms nobody', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    expect((await runCli(['run', 'claude', '--cwd', work, '--', 'hello'], env)).code).toBe(0)
    const [name = ''] = readdirSync(join(workspace.stateFolder, 'drive', 'launches'))
    expect(JSON.parse(readFileSync(join(workspace.stateFolder, 'drive', 'launches', name), 'utf8'))).toMatchObject({
      isStopped: true,
    })
    const [row] = await readList(env)
    expect(row).toMatchObject({ phase: 'completed', live: false })
  })
})
