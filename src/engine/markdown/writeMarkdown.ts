import { providers } from '../../core/providers'
import type { CallVerb } from '../../shared/callVerb'
import { agentMarkdown } from '../../shared/markdown/agentMarkdown'
import { itemMarkdown } from '../../shared/markdown/itemMarkdown'
import { type LifecycleEvent, lifecycleOf } from '../../shared/markdown/lifecycleOf'
import { threadMarkdownHead } from '../../shared/markdown/threadMarkdown'
import { fail, ok, type Result } from '../../shared/result'
import type { AgentView, TranscriptItem, TreeView } from '../../shared/views'
import type { Engine, LookupFailure, Target } from '../engine'
import { readThrough } from './readThrough'

export interface MarkdownSink {
  write(text: string): void | Promise<void>
  /** Raised: nobody wants the rest. */
  readonly stopped: { readonly aborted: boolean }
}

const EXCERPT = 100

/** Null: the run itself; undefined: no agent of the tree. */
export function subjectOf(tree: TreeView, { key }: Target): AgentView | null | undefined {
  if (key === null || key === tree.root) return null
  return [...tree.agents, ...tree.unplaced].find((agent) => agent.key === key)
}

/** A run (`agent` null) or an agent as Markdown: whoever shows it, it is the same text. */
export function writeMarkdown(
  engine: Engine,
  tree: TreeView,
  agent: AgentView | null,
  sink: MarkdownSink,
): Promise<Result<null, LookupFailure>> {
  return agent === null ? writeThread(engine, tree, sink) : writeAgent(engine, tree, agent, sink)
}

/** A long one goes out page by page; no transcript is ever held whole here. */
async function writeThread(engine: Engine, tree: TreeView, sink: MarkdownSink): Promise<Result<null, LookupFailure>> {
  await sink.write(threadMarkdownHead(tree))
  const write = (items: readonly TranscriptItem[]) => sink.write(items.map(itemMarkdown).join(''))
  return readThrough(engine, { run: tree.uri, key: null }, () => true, write, sink.stopped)
}

async function writeAgent(
  engine: Engine,
  tree: TreeView,
  agent: AgentView,
  sink: MarkdownSink,
): Promise<Result<null, LookupFailure>> {
  const page = await engine.transcript({ run: tree.uri, key: agent.key }, { before: null, limit: EXCERPT })
  if (!page.ok) return fail(page.failure)
  const lifecycle: LifecycleEvent[] = []
  if (agent.parent !== null) {
    const calls = new Set([...agent.calls, ...(agent.attended ?? [])])
    const verbOf = callVerbsOf(tree, agent.parent)
    const collect = (items: readonly TranscriptItem[]) => {
      lifecycle.push(...items.flatMap((item) => lifecycleOf(agent, item, verbOf)))
    }
    // Everything else has nothing to say of an agent: it is not read.
    const done = await readThrough(
      engine,
      { run: tree.uri, key: agent.parent },
      ({ kind, call }) => kind === 'notice' || (call !== null && calls.has(call)),
      collect,
      sink.stopped,
    )
    if (!done.ok) return fail(done.failure)
  }
  await sink.write(agentMarkdown({ tree, agent, lifecycle, page: page.value, pauses: engine.pauses(tree.uri) }))
  return ok(null)
}

/** In the words of the product that the parent belongs to. */
function callVerbsOf(tree: TreeView, parent: string): (tool: string) => CallVerb | null {
  const id = tree.agents.find(({ key }) => key === parent)?.provider ?? tree.provider
  const verbs = providers.find((provider) => provider.id === id)?.callVerbs
  return (tool) => verbs?.get(tool) ?? null
}
