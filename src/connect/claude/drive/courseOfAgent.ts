import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asObject, type Json, parseJson } from '../../../core/readJson'

/** Within it a response whose call is still to be written would have been written on. */
const QUIET_MS = 1500
const TAIL_BYTES = 256 * 1024

/**
 * Whether an agent of a release that says nothing of its agents still works, by the end of its transcript; `unseen`: there is none.
 */
export async function courseOfAgent(
  root: string,
  run: string,
  agent: string,
  now: number,
): Promise<'working' | 'over' | 'unseen'> {
  const path = await transcriptOf(root, run, agent)
  if (path === null) return 'unseen'
  try {
    const { mtimeMs, size } = await stat(path)
    if (now - mtimeMs < QUIET_MS) return 'working'
    return isLastWord(await lastLineOf(path, size)) ? 'over' : 'working'
  } catch {
    return 'unseen'
  }
}

/** Agents lie beside their session, or below it. */
async function transcriptOf(root: string, run: string, agent: string): Promise<string | null> {
  const projects = join(root, 'projects')
  const name = `agent-${agent}.jsonl`
  for (const project of await readdir(projects).catch(() => [])) {
    for (const path of [join(projects, project, run, 'subagents', name), join(projects, project, name)]) {
      if (await stat(path).catch(() => null)) return path
    }
  }
  return null
}

async function lastLineOf(path: string, size: number): Promise<Json | null> {
  const handle = await open(path)
  try {
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
    await handle.read(bytes, 0, bytes.length, size - bytes.length)
    return asObject(parseJson(bytes.toString().trimEnd().split('\n').at(-1) ?? ''))
  } finally {
    await handle.close()
  }
}

function isLastWord(line: Json | null): boolean {
  const content = asObject(line?.['message'])?.['content']
  if (line?.['type'] !== 'assistant' || !Array.isArray(content)) return false
  return !content.some((block: unknown) => asObject(block)?.['type'] === 'tool_use')
}
