import type { LiveProcess, World } from '../harness/World'
import { StoryTranscript } from '../screens/StoryTranscript'

export const FOREIGN = 'eeeeeeee-0000-4000-8000-000000000001'

/** A session that somebody else runs in a terminal of theirs, in a folder that is there. */
export async function placeForeignRun(world: World, folder: string, job?: string): Promise<LiveProcess> {
  const who = {
    session: FOREIGN,
    agent: null,
    cwd: folder,
    branch: 'main',
    model: 'claude-opus-4-5',
    startMs: Date.now() - 60_000,
  }
  const told = new StoryTranscript(who)
    .bare({ type: 'ai-title', aiTitle: 'Port invoice PDF to typst' })
    .prompt(0, 'Port the invoice PDF to typst')
    .tool(2, 3, 'Read', { file_path: `${folder}/invoice.tex` }, '\\documentclass{article}')
    .call(40, 'bash-1', 'Bash', { command: 'typst compile invoice.typ' })
  world.writeFile(`projects/${folder.replaceAll(/[^a-zA-Z0-9]/g, '-')}/${FOREIGN}.jsonl`, told.text)
  return world.register(FOREIGN, { status: 'busy', ...(job === undefined ? {} : { job }) })
}
