import { readFile } from 'node:fs/promises'
import { asObject, asWord, parseJson } from '../../../core/readJson'

/** What the harness wrote down of an agent beside its transcript. Releases before 2.1.74 wrote nothing. */
export interface SideFacts {
  readonly type: string | null
  readonly description: string | null
  readonly isBuiltIn: boolean
  readonly isFork: boolean
  /** The agent that started it. */
  readonly parent: string | null
  readonly isInWorktree: boolean
}

export async function readSideFacts(transcript: string): Promise<SideFacts> {
  const meta = asObject(parseJson(await textOr(transcript.replace(/\.jsonl$/, '.meta.json'), '')))
  return {
    type: asWord(meta?.['agentType']) ?? null,
    description: asWord(meta?.['description']) ?? null,
    isBuiltIn: meta?.['isBuiltIn'] === true,
    isFork: meta?.['isFork'] === true,
    parent: asWord(meta?.['parentAgentId']) ?? null,
    isInWorktree: asWord(meta?.['worktreePath']) !== undefined,
  }
}

async function textOr(path: string, otherwise: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return otherwise
  }
}
