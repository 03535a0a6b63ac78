import { chooseCommand } from './chooseCommand'
import type { CommandSpec, ExitCode, ParsedArguments } from './command'
import { terminalFromEnvironment } from './environment'
import { type OpenContext, openContext, type Process } from './openContext'
import { type Output, streamOutput } from './output'
import { parseArguments } from './parseArguments'
import { renderCommandHelp, renderHelp } from './renderHelp'

/** The whole program but for leaving: returns when all that was written is out. */
export async function runCli(process: Process): Promise<ExitCode> {
  const stop = new AbortController()
  const terminal = terminalFromEnvironment(process.env)
  const settings = (stream: NodeJS.WriteStream) => ({
    colour: terminal.wantsColour(stream.isTTY === true),
    columns: terminal.columns,
  })
  let goneBecause: string | null = null
  const out = streamOutput(process.stdout, settings(process.stdout), (code) => {
    goneBecause = code
    stop.abort()
  })
  // Losing stderr is no reason to stop.
  const err = streamOutput(process.stderr, settings(process.stderr), () => undefined)
  const code = await answer(process, out, err, stop)
  return goneBecause === null ? code : leave(err, goneBecause)
}

/** A reader that has seen enough is no failure; a full disk is, or half a file would pass for a whole one. */
async function leave(err: Output, because: string): Promise<ExitCode> {
  if (because === 'EPIPE') return 0
  await err.write(`understory: the output could not be written: ${because}.\n`)
  return 1
}

/** After Ctrl-C or a closed pipe a command has a while to tidy up; then we leave all the same. */
function afterStop(signal: AbortSignal, leaveMs: () => number): Promise<ExitCode> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => setTimeout(() => resolve(0), leaveMs()).unref())
  })
}

async function answer(process: Process, out: Output, err: Output, stop: AbortController): Promise<ExitCode> {
  const choice = chooseCommand(process.argv.slice(2))
  switch (choice.kind) {
    case 'help':
      await out.write(choice.command === null ? renderHelp() : renderCommandHelp(choice.command))
      return 0
    case 'version': {
      const { productVersion } = await import('../engine/productFiles')
      await out.write(`understory ${productVersion()}\n`)
      return 0
    }
    case 'later':
      await err.write(`understory: "${choice.name}" is not in this version yet.\n`)
      return 1
    case 'usage':
      return refuseUsage(err, choice.message, choice.shape)
    case 'run':
      return runCommand(process, choice.command, choice.rest, out, err, stop)
    default:
      return choice satisfies never
  }
}

async function runCommand(
  process: Process,
  command: CommandSpec,
  rest: readonly string[],
  out: Output,
  err: Output,
  stop: AbortController,
): Promise<ExitCode> {
  const parsed = parseArguments(command, rest)
  if (!parsed.ok) return refuseUsage(err, parsed.failure.message, parsed.failure.shape)
  const context = openContext(process, out, err, stop)
  return Promise.race([runIn(context, command, parsed.value), afterStop(stop.signal, context.leaveMs)])
}

async function runIn(context: OpenContext, command: CommandSpec, args: ParsedArguments): Promise<ExitCode> {
  const { err, env } = context
  try {
    const run = await command.load()
    return await run(args, context)
  } catch (error) {
    // A bug, by our rule; but a person gets one sentence, and the trace only on request.
    const detail = error instanceof Error ? error : new Error(String(error))
    await err.write(`understory: something went wrong that should not: ${detail.message}\n`)
    if (env['UNDERSTORY_DEBUG']) await err.write(`${detail.stack ?? ''}\n`)
    return 1
  } finally {
    await context.close()
  }
}

async function refuseUsage(err: Output, message: string, shape: string): Promise<ExitCode> {
  await err.write(`understory: ${message}\nUsage: ${shape}\n`)
  return 2
}
