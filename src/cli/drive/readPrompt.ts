import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorText } from '../../shared/errorText'
import { fail, ok, type Result } from '../../shared/result'
import type { CommandContext, ExitCode, ParsedArguments } from '../command'
import { refuse } from '../say'

/** A little more than any product is given: what is longer is refused where all wishes are judged. */
const LIMIT_BYTES = 40 * 1024 * 1024

/** What is to be said: typed, from a file, or from standard input (`-`). Empty: nothing is. */
export async function readPrompt(
  context: CommandContext,
  { flags }: ParsedArguments,
  typed: string | undefined,
): Promise<Result<string, ExitCode>> {
  const file = typeof flags['prompt-file'] === 'string' ? flags['prompt-file'] : null
  if (file !== null && typed !== undefined)
    return fail(await refuse(context, 'a prompt is given and --prompt-file too: one of them is enough.', 2))
  if (file === null && typed !== '-') return ok(typed ?? '')
  const name = file === null || file === '-' ? 'standard input' : file
  let bytes: Uint8Array
  try {
    bytes =
      file === null || file === '-'
        ? await context.input.readAll(LIMIT_BYTES)
        : await readUpTo(resolve(context.workingFolder, file))
  } catch (error) {
    const why = errorText(error)
    return fail(await refuse(context, `the prompt cannot be read from ${name}: ${why}.`, 1))
  }
  const text = textOf(bytes)
  if (text === null) return fail(await refuse(context, `${name} holds no text: it is not UTF-8.`, 1))
  if (text.trim() === '') return fail(await refuse(context, `there is no prompt in ${name}.`, 1))
  return ok(text)
}

async function readUpTo(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const parts: Uint8Array[] = []
    for await (const part of file.createReadStream({ end: LIMIT_BYTES })) parts.push(part as Uint8Array) // Without an encoding it gives bytes.
    return Buffer.concat(parts)
  } finally {
    await file.close()
  }
}

/** The last line end is the file's, not the prompt's. Null: no UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
  } catch {
    return null
  }
}
