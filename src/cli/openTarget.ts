import type { Engine, Target } from '../engine/engine'
import { oneLine } from '../shared/neutraliseText'
import { parseUri, type ThreadUri } from '../shared/parseUri'
import { fail, ok, type Result } from '../shared/result'
import { uriSyntax } from '../shared/uriSyntax'
import type { CommandContext, ExitCode } from './command'
import { say } from './say'
import { suggestAgent, suggestRun } from './suggestRun'

export interface OpenTarget {
  readonly engine: Engine
  readonly target: Target
  readonly uri: ThreadUri
}

/** Finds what a URI names, or says why not: the one way from an operand to the engine. */
export async function openTarget(context: CommandContext, operand: string): Promise<Result<OpenTarget, ExitCode>> {
  const read = await readUri(context, operand)
  if (!read.ok) return read
  const uri = read.value
  const engine = await context.engine()
  const found = await engine.resolve(uri.provider, uri.main, uri.agent)
  if (found.ok) return ok({ engine, target: found.value, uri })
  await say(context, found.failure.message)
  if (uri.agent !== null && found.failure.reason !== 'no_data') await suggest(context, await suggestAgent(engine, uri))
  return fail(1)
}

/** What a person wrote as an address of a provider this version reads, or says why it is none. */
export async function readUri(context: CommandContext, operand: string): Promise<Result<ThreadUri, ExitCode>> {
  const parsed = parseUri(operand)
  if (!parsed.ok) {
    const { message, part, shape } = parsed.failure
    await context.err.write(`understory: ${oneLine(message)}\nValid: ${shape}\n`)
    await suggest(context, await suggestRun(context, part))
    return fail(2)
  }
  const uri = parsed.value
  const missing = await missingProvider(context, uri.provider)
  if (missing !== null) {
    await say(context, missing)
    return fail(1)
  }
  return ok(uri)
}

/** Null where this version reads the provider. */
export async function missingProvider(context: CommandContext, provider: string): Promise<string | null> {
  const providers = await context.providers()
  if (providers.includes(provider) || !uriSyntax.has(provider)) return null
  return `runs of ${provider} are not read by this version yet (it reads ${providers.join(', ')}).`
}

async function suggest(context: CommandContext, suggestion: string | null): Promise<void> {
  if (suggestion !== null) await context.err.write(`Did you mean ${oneLine(suggestion)}?\n`)
}
