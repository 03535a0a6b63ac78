import { oneLine } from './neutraliseText'
import { fail, ok, type Result } from './result'
import { type UriSyntax, uriSyntax } from './uriSyntax'

/** What a person or a script wrote to name a run or an agent of it. */
export interface ThreadUri {
  readonly provider: string
  readonly main: string
  readonly agent: string | null
}

export interface UriFailure {
  /** The offending part as it was written, made safe to print. */
  readonly part: string
  /** One sentence, without the valid shape. */
  readonly message: string
  readonly shape: string
}

const anyShape = '<provider>://<main>[/<agent>], provider one of claude, codex, opencode'
const providerScheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//

/**
 * Accepts every spelling of CONTRACT §3. Segments are percent-decoded once, after splitting, and then must look like an id;
 * so an encoded slash or dot segment cannot get through.
 */
export function parseUri(text: string): Result<ThreadUri, UriFailure> {
  const refused = refuseCharacters(text)
  if (refused !== null) return fail(refused)
  const scheme = providerScheme.exec(text)
  if (scheme === null && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) {
    return refuse(text, `After "${show(text.slice(0, text.indexOf(':') + 1))}" two slashes are missing.`)
  }
  const rest = scheme === null ? text : text.slice(scheme[0].length)
  const segments = rest.split('/')
  const named = scheme?.[1]?.toLowerCase()
  const provider = named !== undefined && named !== 'agents' ? named : (segments.shift() ?? '').toLowerCase()
  if (provider === '') return refuse(text, 'The provider is missing.')
  const syntax = uriSyntax.get(provider)
  if (syntax === undefined) return refuse(provider, `"${show(provider)}" is not a known provider.`)
  return parseSegments(provider, syntax, segments)
}

function parseSegments(provider: string, syntax: UriSyntax, typed: readonly string[]): Result<ThreadUri, UriFailure> {
  const shape = `${provider}://<main>[/<agent>], <main> is ${syntax.mainShape}, <agent> is ${syntax.agentShape}`
  const bad = (part: string, message: string) => fail({ part: show(part), message, shape })
  const written = syntax.collection !== null && typed.length > 1 && typed[0] === syntax.collection ? typed.slice(1) : typed
  const broken = written.find((segment) => decodeSegment(segment) === null)
  if (broken !== undefined) return bad(broken, `"${show(broken)}" has a broken percent escape.`)
  const [main = '', agent = null] = written.map(decodeSegment)
  if (main === null || main === '') return bad('', `The id after "${provider}://" is missing.`)
  if (!syntax.main.test(main))
    return bad(written[0] ?? '', `"${show(written[0] ?? '')}" is not the id of ${named(provider)} run.`)
  if (written.length > 2) {
    const extra = written.slice(2).join('/')
    return bad(extra, `"/${show(extra)}" is one segment too many: an agent at any depth is named right after the run.`)
  }
  const run = syntax.mainIgnoresCase ? main.toLowerCase() : main
  if (agent === null) return ok({ provider, main: run, agent: null })
  if (agent === '') return bad(agent, 'The segment after the last "/" is empty.')
  const prefix = syntax.agentPrefix
  const bare = prefix !== null && agent.startsWith(prefix) ? agent.slice(prefix.length) : agent
  if (!syntax.agent.test(bare))
    return bad(written[1] ?? '', `"${show(written[1] ?? '')}" is not the id of ${named(provider)} agent.`)
  return ok({ provider, main: run, agent: syntax.agentIgnoresCase ? bare.toLowerCase() : bare })
}

function refuseCharacters(text: string): UriFailure | null {
  if (text === '') return { part: '', message: 'The URI is empty.', shape: anyShape }
  // Whitespace and control characters, the invisible ones included: nothing that could hide in a pasted address.
  const odd = /[\s\p{C}]/u.exec(text)
  if (odd !== null) return { part: show(text), message: 'A URI has no spaces or control characters.', shape: anyShape }
  const mark = /[?#]/.exec(text)
  if (mark === null) return null
  const name = mark[0] === '?' ? 'query' : 'fragment'
  const part = show(text.slice(mark.index))
  return { part, message: `"${part}": a URI here has no ${name}.`, shape: anyShape }
}

function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function refuse(part: string, message: string): Result<ThreadUri, UriFailure> {
  return fail({ part: show(part), message, shape: anyShape })
}

function named(provider: string): string {
  return `${/^[aeiou]/.test(provider) ? 'an' : 'a'} ${provider}`
}

function show(text: string): string {
  const line = oneLine(text)
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
