import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answerLine } from './appendRecord'

/** One transcript that a measurement writes to, by its place. */
export interface TinyFile {
  readonly path: string
  readonly session: string
  readonly agent: string | null
}

export function sessionId(n: number): string {
  return `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
}

export function tinyFile(root: string, project: string, run: number, agent: number | null): TinyFile {
  const session = sessionId(run)
  const folder = join(root, 'projects', project)
  if (agent === null) return { path: join(folder, `${session}.jsonl`), session, agent: null }
  const id = `a${String(run).padStart(6, '0')}${String(agent).padStart(6, '0')}`
  return { path: join(folder, session, 'subagents', `agent-${id}.jsonl`), session, agent: id }
}

export function promptLine({ session, agent }: TinyFile): string {
  const message = { role: 'user', content: `prompt of ${agent ?? session}` }
  const where = {
    isSidechain: agent !== null,
    ...(agent === null ? {} : { agentId: agent }),
    cwd: '/home/dev/tiny',
    sessionId: session,
  }
  const uuid = `first-${agent ?? session}`
  return `${JSON.stringify({ parentUuid: null, ...where, type: 'user', message, uuid, timestamp: '2026-11-01T00:00:00.000Z' })}\n`
}

/** A transcript of `answers` answers, with its side file where it is an agent's. `version` makes the texts differ. */
export function writeTiny(file: TinyFile, answers: number, version = 0): void {
  mkdirSync(dirname(file.path), { recursive: true })
  writeFileSync(file.path, tinyText(file, answers, version))
  if (file.agent === null) return
  const meta = { agentType: 'Plan', description: `work of ${file.agent}`, toolUseId: `toolu_${file.agent}`, spawnDepth: 1 }
  writeFileSync(file.path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta))
}

export function tinyText(file: TinyFile, answers: number, version = 0): string {
  let text = promptLine(file)
  for (let i = 0; i < answers; i++) text += answerLine({ ...file, n: version * 1000 + i, bytes: 40 })
  return text
}

/** `runs` sessions with `agents` agents each, every transcript short. */
export function makeTinyRoot(root: string, runs: number, agents: number): TinyFile[] {
  const files: TinyFile[] = []
  for (let run = 0; run < runs; run++) {
    const project = `tiny-${run % 20}`
    for (let agent = -1; agent < agents; agent++) files.push(tinyFile(root, project, run, agent < 0 ? null : agent))
  }
  for (const file of files) writeTiny(file, 2)
  return files
}
