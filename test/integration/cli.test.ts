import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { TranscriptItem, TranscriptPage, WatchFrame } from '../../src/shared/views'
import { openWatch } from '../harness/openWatch'
import { openRecording } from '../harness/recordings'
import { type CliResult, readList, readTree, runCli, UNDERSTORY } from '../harness/runCli'
import { WatchLedger } from '../harness/watchLedger'
import { type Workspace, withPlacedRecording, withWorkspace } from '../harness/workspace'

const nested = openRecording('claude', '2.1.327', 'nested')
const parallel = openRecording('claude', '2.1.327', 'parallel')
const main = nested.runs[0]!.id
const lead = 'a70f6463a0dd1c927'
const deepest = 'a253307378ea5a13f'
const uri = `claude://${main}`

function inNested<T>(work: (workspace: Workspace) => Promise<T>): Promise<T> {
  return withPlacedRecording(nested, work)
}

/** Refused as promised: the right code, nothing on stdout, one message that is no stack trace. */
function expectRefusal(result: CliResult, code: number, ...said: (string | RegExp)[]): void {
  expect(result.code, result.stderr).toBe(code)
  expect(result.stdout).toBe('')
  expect(result.stderr).not.toMatch(/^\s+at /m)
  for (const part of said) expect(result.stderr).toMatch(part)
}

describe('wrong use ends with 2, names the part and shows the valid shape', () => {
  const cases: Record<string, [args: string[], ...said: (string | RegExp)[]]> = {
    'an unknown command': [['plant'], /plant/, /understory/],
    'an unknown flag': [['list', '--colour'], /--colour/, /list/],
    'an unknown flag beside a URI': [[uri, '--list'], /--list/],
    'an unknown provider': [['list', '--provider', 'hal'], /hal/, /claude/],
    'an unknown provider in a URI': [['tree', 'hal://1'], /hal/, /claude/],
    'a number that is none': [['list', '--limit', 'many'], /many|--limit/],
    'a flag without its value': [['list', '--limit'], /--limit/],
    'a command without its URI': [['tree'], /uri/i],
    'one operand too many': [['tree', uri, uri], /tree/],
    'a URI without an id': [['tree', 'claude://'], /claude:\/\//],
    'an empty last segment': [['tree', `${uri}/`], /claude:\/\//],
    'too many segments': [['tree', `${uri}/a/b`], /claude:\/\//],
    'an id that cannot be one': [['tree', 'claude://nonsense'], /nonsense/],
    'a climb out of the root': [['tree', 'claude://..%2f..%2fetc'], /claude:\/\//],
    'an address of one slash': [['tree', `claude:/${main}`], /claude:/, /:\/\//],
    'a query': [['tree', `${uri}?list`], /\?list/],
  }
  for (const [name, [args, ...said]] of Object.entries(cases)) {
    test(name, async () => {
      await inNested(async ({ env }) => expectRefusal(await runCli(args, env), 2, ...said))
    })
  }
})

describe('what cannot be done ends with 1 and says what was searched', () => {
  const nowhere = '00000000-0000-4000-8000-000000000000'
  for (const command of [['tree'], ['transcript'], ['stats'], ['link', 'list'], ['-I'], []]) {
    test(`no such run: ${command.join(' ') || '<uri>'}`, async () => {
      await inNested(async ({ env }) => expectRefusal(await runCli([...command, `claude://${nowhere}`], env), 1, nowhere))
    })
  }

  test('no such agent', async () => {
    await inNested(async ({ env }) =>
      expectRefusal(await runCli(['transcript', `${uri}/a0000000000000000`], env), 1, 'a0000000000000000'),
    )
  })

  test('[S4.8] an agent of another run is a stranger here', async () => {
    await inNested(async ({ root, env }) => {
      cpSync(parallel.root, root, { recursive: true })
      const stranger = parallel.runs[0]!.agents.find((agent) => agent.id && agent.depth === 1)!.id!
      for (const command of [['transcript'], ['-I'], []]) {
        expectRefusal(await runCli([...command, `${uri}/${stranger}`], env), 1, stranger)
        expect((await runCli([...command, `${parallel.runs[0]!.uri}/${stranger}`], env)).code).toBe(0)
      }
    })
  })

  test('a call that never got a child is told apart from a missing one', async () => {
    const refused = openRecording('claude', '2.0.76', 'nested')
    await withPlacedRecording(refused, async ({ env }) => {
      const tree = await readTree(refused.runs[0]!.uri, env)
      expect(tree.agents.filter((agent) => agent.id === null).map((agent) => [agent.phase, agent.uri])).toEqual([
        ['failed', null],
      ])
    })
  })
})

describe('every spelling of a URI names the same', () => {
  const spellings = [`claude/${main}`, `agents://claude/${main}`, `claude://${main.toUpperCase()}`]
  test('of a run', async () => {
    await inNested(async ({ env }) => {
      const due = await runCli(['-I', uri], env)
      expect(due.code).toBe(0)
      for (const spelling of spellings) expect((await runCli(['-I', spelling], env)).stdout, spelling).toBe(due.stdout)
    })
  })

  test('of an agent at any depth', async () => {
    await inNested(async ({ env }) => {
      const due = await runCli(['-I', `${uri}/${deepest}`], env)
      expect(due.code).toBe(0)
      const written = [`claude/${main}/${deepest}`, `agents://claude/${main}/${deepest}`, `${uri}/agent-${deepest}`]
      for (const spelling of written) expect((await runCli(['-I', spelling], env)).stdout, spelling).toBe(due.stdout)
    })
  })
})

describe('Markdown and front matter', () => {
  const keysOf = (text: string): string[] => {
    const block = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ''
    return [...block.matchAll(/^([a-z_]+):/gm)].map((match) => match[1]!)
  }

  test('keys of a run in their order, with its agents', async () => {
    await inNested(async ({ env }) => {
      const { stdout } = await runCli(['-I', uri], env)
      expect(keysOf(stdout)).toEqual(['uri', 'thread_source', 'provider', 'session_id', 'mode', 'subagents'])
      const inner = [...stdout.matchAll(/^\s+-?\s*([a-z_]+):/gm)].map((match) => match[1])
      const each = ['agent_id', 'uri', 'parent', 'type', 'status', 'status_source', 'started', 'ended']
      expect(inner).toEqual([...each, ...each, ...each])
      expect(stdout).toContain('mode: thread')
    })
  })

  test('keys of an agent in their order', async () => {
    await inNested(async ({ env }) => {
      const { stdout } = await runCli(['--head', `${uri}/${lead}`], env)
      const due = ['uri', 'thread_source', 'provider', 'session_id', 'mode', 'agent_id', 'status', 'status_source', 'parent']
      expect(keysOf(stdout).slice(0, due.length)).toEqual(due)
      expect(stdout).toContain('mode: subagent')
    })
  })

  test('an agent has exactly its three sections', async () => {
    await inNested(async ({ env }) => {
      const { stdout } = await runCli([`${uri}/${lead}`], env)
      const sections = ['## Agent Status Summary', '## Lifecycle (Parent Thread)', '## Thread Excerpt (Child Thread)']
      expect(stdout.split('\n').filter((line) => line.startsWith('## '))).toEqual(sections)
    })
  })

  test('the Markdown begins with what --head prints', async () => {
    await inNested(async ({ env }) => {
      // An agent without agents of its own: the list of those is in --head only.
      const [whole, head] = [await runCli([`${uri}/${deepest}`], env), await runCli(['-I', `${uri}/${deepest}`], env)]
      expect(whole.stdout.startsWith(head.stdout.trimEnd())).toBe(true)
    })
  })
})

describe('output', () => {
  for (const args of [
    ['list', '--json'],
    ['tree', uri, '--json'],
    ['transcript', uri, '--json'],
    [uri],
    ['watch', uri, '--json'],
  ]) {
    test(`a reader that leaves is no error: ${args[0]}`, async () => {
      await inNested(async ({ env }) => {
        const child = spawn(UNDERSTORY, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
        child.stdout.destroy()
        let stderr = ''
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          stderr += text
        })
        const [code] = await once(child, 'close')
        expect([code, stderr]).toEqual([0, ''])
      })
    })
  }

  test('help of the whole and of each command shows examples', async () => {
    await inNested(async ({ env }) => {
      const whole = await runCli(['--help'], env)
      expect(whole.code).toBe(0)
      for (const command of ['list', 'tree', 'transcript', 'watch', 'stats', 'link list', 'doctor', 'demo']) {
        expect(whole.stdout).toContain(command)
        const help = await runCli([...command.split(' '), '--help'], env)
        expect([help.code, help.stderr], command).toEqual([0, ''])
        expect(help.stdout, command).toMatch(/example/i)
        expect(help.stdout, command).toContain(`understory ${command}`)
      }
    })
  })

  test('no colour where none is wanted, also where it is forced elsewhere', async () => {
    await inNested(async ({ env }) => {
      const { NO_COLOR, ...open } = env
      for (const args of [['list'], ['tree', uri], ['stats', uri], ['doctor'], ['transcript', uri]]) {
        const inPipe = await runCli(args, open)
        const refused = await runCli(args, { ...open, FORCE_COLOR: '1', NO_COLOR: NO_COLOR ?? '1' })
        expect([inPipe.code, refused.code]).toEqual([0, 0])
        expect(`${inPipe.stdout}${refused.stdout}`, args[0]).not.toContain('\u001b')
      }
    })
  })

  test('the tree keeps to the width it is given, and names every agent where there is room', async () => {
    await inNested(async ({ env }) => {
      for (const columns of [40, 60, 100]) {
        const { stdout } = await runCli(['tree', uri], { ...env, COLUMNS: String(columns) })
        expect(stdout.split('\n').filter((line) => [...line].length > columns)).toEqual([])
        expect(stdout.trim().split('\n').length).toBeGreaterThan(4)
        if (columns < 100) continue
        for (const description of ['Audit lead', 'Audit auth', 'Check one line']) expect(stdout).toContain(description)
      }
    })
  })
})

describe('list, transcript, watch and demo', () => {
  test('the list can be narrowed', async () => {
    await inNested(async ({ root, env }) => {
      cpSync(parallel.root, root, { recursive: true })
      const all = await readList(env)
      expect(all).toHaveLength(2)
      expect(await readList(env, ['--limit', '1'])).toEqual(all.slice(0, 1))
      expect(await readList(env, ['--provider', 'claude'])).toEqual(all)
      expect(await readList(env, ['--project', '/home/dev/acme'])).toEqual(all)
      expect(await readList(env, ['--project', '/home/dev/acm'])).toEqual([])
      expect(await readList(env, ['--live'])).toEqual([])
      const starts = all.map((row) => row.updated ?? '')
      expect(starts).toEqual([...starts].sort().reverse())
    })
  })

  test('an empty root and a missing one are an empty list', async () => {
    await withWorkspace(async ({ root, env }) => {
      expect(await readList(env)).toEqual([])
      expectRefusal(await runCli(['tree', uri], env), 1, main)
      mkdirSync(root)
      expect(await readList(env)).toEqual([])
    })
  })

  test('pages of a transcript, put together, are the transcript', async () => {
    await inNested(async ({ env }) => {
      const page = async (...args: string[]): Promise<TranscriptPage> => {
        const { stdout } = await runCli(['transcript', `${uri}/${lead}`, '--json', ...args], env)
        return JSON.parse(stdout) as TranscriptPage
      }
      const whole = await page()
      expect(whole.items.map((item) => item.n)).toEqual(whole.items.map((_, index) => index))
      expect(whole.total).toBe(whole.items.length)
      const read: TranscriptItem[] = []
      for (let before = whole.total; before > 0; before = read[0]?.n ?? 0) {
        read.unshift(...(await page('--limit', '2', '--before', String(before))).items)
      }
      expect(read).toEqual(whole.items)
      expect(whole.items[0]).toMatchObject({ kind: 'prompt', text: 'LEVEL-1: lead the audit.' })
      expect(whole.items.some((item) => item.tool?.agent)).toBe(true)
    })
  })

  test('a watch on nothing live starts with an empty snapshot and ends on SIGINT with 0', async () => {
    await inNested(async ({ env }) => {
      const watch = await openWatch([], env)
      await watch.close()
      expect([watch.ledger.faults, [...watch.ledger.nodes.keys()]]).toEqual([[], []])
    })
  })

  test('a watch on a run that is not there yet says so, waits, and shows it when it comes', async () => {
    await withWorkspace(async ({ root, env }) => {
      const watch = await openWatch([uri], env)
      expect(watch.stderr()).toContain(main)
      expect(watch.ledger.agentsOf(uri)).toEqual([])
      cpSync(nested.root, root, { recursive: true })
      await watch.until('the run', () => watch.ledger.agentsOf(uri).length === 4, 20_000)
      await watch.close()
      expect(watch.ledger.faults).toEqual([])
    })
  })

  test('the demo plays without any agent installed, and every agent in it ends', async () => {
    await withWorkspace(async ({ env }) => {
      const { code, stdout } = await runCli(['demo', '--json', '--speed', '20'], env)
      const ledger = new WatchLedger()
      for (const line of stdout.trim().split('\n')) ledger.take(JSON.parse(line) as WatchFrame, Date.now())
      expect([code, ledger.faults]).toEqual([0, []])
      const agents = [...ledger.nodes.values()].filter((agent) => agent.parent && !agent.hidden)
      expect(agents.length).toBeGreaterThan(3)
      expect(ledger.frames).toBeGreaterThan(5)
    })
  })
})
