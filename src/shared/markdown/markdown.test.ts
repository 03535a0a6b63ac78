import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { sampleItem, sampleMain, sketchTree } from '../../testing/sampleTree'
import { AgentKey, ProviderId } from '../ids'
import type { AgentView } from '../views'
import { agentMarkdown } from './agentMarkdown'
import { frontMatter } from './frontMatter'
import { lifecycleOf } from './lifecycleOf'
import { threadMarkdown } from './threadMarkdown'
import { yamlScalar } from './yamlScalar'

const uri = `claude://${sampleMain}`
const sketch = {
  children: [
    { type: 'Explore', description: 'Find: "login"', children: [{ type: 'fixer', phase: 'failed' as const, error: 'broke' }] },
    { type: 'Plan', phase: 'unknown' as const, id: null, uri: null, source: null },
  ],
}
const tree = sketchTree(sketch)
const [, explore, fixer] = tree.agents

const item = sampleItem

function matter(text: string): Record<string, unknown> {
  const body = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ''
  return parse(body) as Record<string, unknown>
}

function agentText(text: string): string {
  const page = {
    uri: explore!.uri!,
    key: explore!.key,
    total: 1,
    from: 0,
    items: [item(0, { text }), item(1, { kind: 'prompt', text })],
  }
  return agentMarkdown({
    tree,
    agent: { ...explore!, prompt: text, description: text, error: text },
    lifecycle: [{ at: null, kind: 'result', text }],
    page,
  })
}

const three = ['## Agent Status Summary', '## Lifecycle (Parent Thread)', '## Thread Excerpt (Child Thread)']

describe('front matter', () => {
  it('[S4.16] of a run: keys in order; the list only with --head', () => {
    const head = matter(frontMatter({ tree, agent: null, withSubagents: true }))
    expect(Object.keys(head)).toEqual(['uri', 'thread_source', 'provider', 'session_id', 'mode', 'subagents'])
    expect(head).toMatchObject({ uri, mode: 'thread', session_id: sampleMain, provider: 'claude' })
    expect(head['subagents']).toEqual([
      expect.objectContaining({ agent_id: explore!.id, parent: uri, status: 'completed', status_source: 'child_rollout' }),
      expect.objectContaining({ agent_id: fixer!.id, parent: explore!.uri, status: 'errored' }),
      expect.objectContaining({ agent_id: null, uri: null, status: 'notFound' }),
    ])
    const list = head['subagents'] as Record<string, unknown>[]
    expect(Object.keys(list[0]!)).toEqual(['agent_id', 'uri', 'parent', 'type', 'status', 'status_source', 'started', 'ended'])
    expect(Object.keys(matter(frontMatter({ tree, agent: null, withSubagents: false })))).not.toContain('subagents')
  })

  it('[S4.16] of an agent; warnings last', () => {
    const problems = [{ code: 'bad_json', source: explore!.source!.path, line: 3, message: 'x: "y"\n---' }]
    const head = matter(frontMatter({ tree: { ...tree, problems }, agent: explore!, withSubagents: true }))
    const keys = ['uri', 'thread_source', 'provider', 'session_id', 'mode', 'agent_id', 'status', 'status_source', 'parent']
    expect(Object.keys(head)).toEqual([...keys, 'subagents', 'warnings'])
    expect(head).toMatchObject({ mode: 'subagent', parent: uri, agent_id: explore!.id })
    expect(head['warnings']).toEqual([`bad_json: ${explore!.source!.path}:3: x: "y"\n---`])
  })

  it('an agent of another product bears the name of its own session', () => {
    const guest = { ...explore!, provider: ProviderId.parse('q'), source: { path: 'x', sessionId: 'q-session' } }
    expect(matter(frontMatter({ tree, agent: guest, withSubagents: false }))).toMatchObject({
      ...{ provider: 'q', session_id: 'q-session', mode: 'subagent' },
    })
  })

  it('a run without agents says so', () => {
    expect(matter(frontMatter({ tree: sketchTree({}), agent: null, withSubagents: true }))['subagents']).toEqual([])
  })

  it('any text is one valid scalar for an independent reader', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = yamlScalar(text)
        expect(line).not.toMatch(/[\n\0-\x1f\x7f-\x9f\u202e]/)
        expect((parse(`key: ${line}`) as { key: string }).key).toBe(
          text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
        )
      }),
      { numRuns: 2000 },
    )
    for (const text of ['no', '1', '~', '2026-01-01', '- x', '{a: b}', '"', "'", '#', 'a: b', '\u202e', '\ufeff']) {
      expect(parse(yamlScalar(text))).toBe(text)
    }
  })
})

describe('Markdown', () => {
  it('[S4.14] an agent has exactly three sections, whatever its texts say', () => {
    const attacks = [
      'plain',
      '## Agent Status Summary\n\ntext',
      'Title\n---\nTitle\n===',
      '```\n## inside\nnever closed',
      '````md\n```\n## x\n````\n## after',
      '> ## quoted\n- ## listed\n1. # numbered',
      '<h2>html</h2>\n<!-- open comment',
      '---\nuri: x\n---\n## y',
      '~~~ `\n## x\n~~~\n## y',
      '\r## carriage\r\n## return\u2028## separator\x0b## vt\x85## nel',
    ]
    for (const text of attacks) {
      const markdown = agentText(text)
      expect(
        markdown.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => /^ {0,3}##(?!#)/.test(line)),
        text,
      ).toEqual(three)
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('#', ' ', '\n', '`', '~', '-', '=', '>', '\r', '\t', 'a', '\u2028') }),
        (text) => {
          const lines = agentText(text).split(/\r\n|[\n\r\u2028\u2029]/)
          expect(lines.filter((line) => /^ {0,3}##(?!#)/.test(line))).toEqual(three)
          // Nothing foreign outside a quotation can underline, fence or comment anything.
          expect(lines.slice(lines.indexOf(three[0]!)).filter((line) => /^ {0,3}(```|~~~|===|---|<!--)/.test(line))).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('of a run and of an agent, as a whole', () => {
    const call = {
      name: 'Agent',
      callId: explore!.call!,
      input: { description: 'Find' },
      output: 'found 3',
      status: 'ok' as const,
      durationMs: 34_000,
      agent: AgentKey.parse(explore!.key),
    }
    const items = [
      item(0, { kind: 'prompt', role: 'user', text: 'Fix `login`\n# now' }),
      item(1, { text: 'On it.\n\n```ts\n# not a heading\n```' }),
      item(2, { kind: 'tool', tool: call }),
      item(3, {
        kind: 'notice',
        role: 'system',
        text: `<task-notification><task-id>${explore!.id}</task-id> done</task-notification>`,
      }),
    ]
    expect(threadMarkdown(tree, items)).toMatchSnapshot()
    const lifecycle = items.flatMap((each) => lifecycleOf(explore!, each, () => null))
    expect(lifecycle.map(({ kind }) => kind)).toEqual(['call', 'result', 'notification'])
    const page = { uri: explore!.uri!, key: explore!.key, total: 2, from: 0, items: items.slice(0, 2) }
    expect(agentMarkdown({ tree, agent: explore!, lifecycle, page })).toMatchSnapshot()
  })
  it('what its session stood still is no part of what an agent took', () => {
    const started = '2026-11-18T10:00:00.000Z'
    const from = Date.parse(started)
    const page = { uri: explore!.uri!, key: explore!.key, total: 0, from: 0, items: [] }
    const took = (some: Partial<AgentView>): string | undefined => {
      const agent = { ...explore!, started, ended: null, durationMs: 40_000, ...some }
      const pauses = [{ from: from + 10_000, to: from + 30_000 }]
      return /- Took: (.*)/.exec(agentMarkdown({ tree, agent, lifecycle: [], page, pauses }))?.[1]
    }
    expect([took({}), took({ phase: 'running' }), took({ started: null }), took({ durationMs: null })]).toEqual([
      ...['20s', '20s', '40s', undefined],
    ])
  })
  it('[S4.15] the life of an agent in the words of its product', () => {
    const verbs = { spawn_agent: 'spawn', wait_agent: 'wait', close_agent: 'close' } as const
    const verbOf = (tool: string) => (tool in verbs ? verbs[tool as keyof typeof verbs] : null)
    const subject = { ...explore!, description: '/root/facts', calls: ['call_1'], attended: ['call_2', 'call_3'] }
    const call = (n: number, name: string, callId: string, status: 'ok' | 'error' | 'running') =>
      item(n, { kind: 'tool', tool: { name, callId, input: {}, output: null, status, durationMs: 5, agent: null } })
    const notice = (n: number, text: string) => item(n, { kind: 'notice', role: 'system', text })
    const items = [
      call(0, 'spawn_agent', 'call_1', 'ok'),
      call(1, 'wait_agent', 'call_2', 'error'),
      call(2, 'wait_agent', 'call_of_another', 'ok'),
      notice(3, '/root/facts to /root: found three'),
      notice(4, '/root/facts/dates to /root/facts: none'),
      call(5, 'close_agent', 'call_3', 'running'),
    ]
    expect(items.flatMap((each) => lifecycleOf(subject, each, verbOf)).map(({ kind, text }) => `${kind} · ${text}`)).toEqual([
      'spawn · spawn_agent call_1',
      'result · spawn ok',
      'wait · wait_agent call_2',
      'result · wait failed',
      'notification · /root/facts to /root: found three',
      'close · close_agent call_3',
    ])
  })
})
