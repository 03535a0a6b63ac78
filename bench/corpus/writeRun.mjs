import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Conversation } from './conversation.mjs'
import { TranscriptWriter } from './transcriptWriter.mjs'

const MODELS = ['claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-4-5-20251001']
const TYPES = ['general-purpose', 'Explore', 'Plan', 'code-reviewer']
const MAIN_SHARE = 0.5

/**
 * One session with its agents: the transcript, one more for every agent (nested ones beside the others), and their side files.
 * `plan`: root, project, at, bytes, mainBytes?, agents, depth, layout ('new' | 'old'), lines, hasRunning.
 */
export function writeRun(plan, chance) {
  const session = chance.uuid()
  const cwd = `/home/dev/project-${String(plan.project).padStart(3, '0')}`
  const folder = join(plan.root, 'projects', cwd.replaceAll('/', '-'))
  const slug = `${chance.word()}-${chance.word()}`
  const all = growAgents(plan, chance)
  const top = all.filter((agent) => agent.depth === 1)
  const mainBytes = plan.mainBytes ?? plan.bytes * (all.length > 0 ? MAIN_SHARE : 1)
  const agentBytes = all.length > 0 ? (plan.bytes - mainBytes) / all.length : 0
  const counted = { bytes: 0, lines: 0, files: 0, agents: all.length }
  const finish = (writer) => {
    writer.close()
    counted.bytes += writer.bytes
    counted.lines += writer.lines
    counted.files++
  }
  const agentFolder = plan.layout === 'new' ? join(folder, session, 'subagents') : folder
  const spawn = (agent, call, at) => {
    const who = { session, agent: agent.id, cwd, slug, at: at + 50 }
    const writer = new TranscriptWriter(join(agentFolder, `agent-${agent.id}.jsonl`), who, chance)
    const talk = new Conversation(writer, chance, {
      model: chance.pick(MODELS),
      target: agentBytes,
      children: agent.children,
      isMain: false,
      isRunning: agent.isRunning,
      lines: plan.lines,
      prompt: agent.prompt,
      spawn,
    })
    const said = talk.write()
    finish(writer)
    if (plan.layout === 'new') {
      const { type: agentType, description, depth: spawnDepth } = agent
      const meta = { agentType, description, toolUseId: call, spawnDepth }
      mkdirSync(agentFolder, { recursive: true })
      writeFileSync(join(agentFolder, `agent-${agent.id}.meta.json`), JSON.stringify(meta))
    }
    return { said, at: writer.at, output: talk.output, tools: talk.tools }
  }
  const main = new TranscriptWriter(join(folder, `${session}.jsonl`), { session, agent: null, cwd, slug, at: plan.at }, chance)
  main.bare({ type: 'permission-mode', permissionMode: 'default', sessionId: session })
  const talk = new Conversation(main, chance, {
    model: chance.pick(MODELS),
    target: mainBytes,
    children: top,
    isMain: true,
    isRunning: false,
    lines: plan.lines,
    prompt: `[${session.slice(0, 8)}] ${chance.prose(chance.int(50, 600))}`,
    spawn,
  })
  talk.write()
  main.bare({ type: 'ai-title', aiTitle: chance.prose(40).replaceAll('\n', ' '), sessionId: session })
  finish(main)
  return { session, project: folder, ...counted }
}

/** About two in five hang below another agent; in the old layout nothing does. */
function growAgents(plan, chance) {
  const all = []
  for (let i = 0; i < plan.agents; i++) {
    const hosts = plan.layout === 'new' ? all.filter((agent) => agent.depth < plan.depth) : []
    const parent = hosts.length > 0 && chance.next() < 0.4 ? chance.pick(hosts.slice(-50)) : null
    const description = chance.prose(28).replaceAll('\n', ' ')
    const agent = {
      id: `a${chance.hex(16)}`,
      depth: parent ? parent.depth + 1 : 1,
      type: chance.pick(TYPES),
      description,
      prompt: `Task ${description}: ${chance.prose(chance.int(200, 1200))}`,
      isBackground: chance.next() < 0.2,
      isRunning: false,
      children: [],
    }
    parent?.children.push(agent)
    all.push(agent)
  }
  const last = all.findLast((agent) => agent.depth === 1 && agent.children.length === 0)
  if (last && plan.hasRunning) last.isRunning = true
  return all
}
