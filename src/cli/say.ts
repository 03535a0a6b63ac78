import { oneLine } from '../shared/neutraliseText'
import type { TreeView } from '../shared/views'
import type { CommandContext, ExitCode } from './command'
import { paint, type StyledLine } from './text/styledText'

/** One sentence on stderr. */
export function say(context: CommandContext, sentence: string): Promise<void> {
  return context.err.write(`understory: ${oneLine(sentence)}\n`)
}

export async function refuse(context: CommandContext, sentence: string, code: ExitCode): Promise<ExitCode> {
  await say(context, sentence)
  return code
}

const PIECE_LENGTH = 64 * 1024

/** In pieces: a long table is not held a second time as one text. */
export async function writeLines({ out }: CommandContext, lines: Iterable<StyledLine>): Promise<void> {
  let piece = ''
  for (const line of lines) {
    piece += `${paint(line, out.colour)}\n`
    if (piece.length < PIECE_LENGTH) continue
    await out.write(piece)
    piece = ''
  }
  await out.write(piece)
}

/** Warnings never change the exit code (S4.17). */
export async function sayProblems(context: CommandContext, tree: TreeView): Promise<void> {
  const count = tree.problems.length
  if (count === 0) return
  await say(context, `${count} ${count === 1 ? 'place' : 'places'} could not be read; "understory doctor" lists them.`)
}
