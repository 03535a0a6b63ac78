import type { Bytes } from '../../framing/bytes'
import type { Gist } from './gist'
import { gistDifference } from './gistDifference'
import { parseGist } from './parseGist'
import { scanGist } from './scanGist'

export type GistRead =
  | { readonly kind: 'gist'; readonly gist: Gist }
  /** `reason` never quotes the line. */
  | { readonly kind: 'bad'; readonly reason: string }
  | { readonly kind: 'blank' }

export interface GistReader {
  /** Reads the line [start, end). `end` excludes the line break. The bytes are not kept. */
  read(bytes: Bytes, start: number, end: number): GistRead
  /** Lines that skim and JSON.parse read differently; the first of them ended skimming for this reader. */
  readonly mismatches: number
  /** Names the field and the record type of the first mismatch, never their values. */
  readonly firstMismatch: string | null
  readonly mode: 'skim' | 'exact'
}

export interface GistReaderOptions {
  /** skim: by `scanGist`, which steps over text, and JSON.parse only where that is not enough. exact: every line by JSON.parse. */
  readonly mode: 'skim' | 'exact'
  /** Every so many skimmed lines, one is parsed in full as well and compared. */
  readonly sampleEvery: number
}

const blank: GistRead = { kind: 'blank' }

/** A reader for the lines of one source. */
export function createGistReader(options: GistReaderOptions): GistReader {
  return new SampledReader(options)
}

class SampledReader implements GistReader {
  mode: 'skim' | 'exact'
  mismatches = 0
  firstMismatch: string | null = null
  private readonly sampleEvery: number
  private skimmed = 0

  constructor(options: GistReaderOptions) {
    this.mode = options.mode
    this.sampleEvery = options.sampleEvery
  }

  read(bytes: Bytes, start: number, end: number): GistRead {
    if (isBlank(bytes, start, end)) return blank
    const gist = this.mode === 'skim' ? scanGist(bytes, start, end) : null
    if (gist === null) return parseLine(bytes, start, end)
    if (++this.skimmed % this.sampleEvery === 0) return this.compare(gist, parseLine(bytes, start, end))
    return { kind: 'gist', gist }
  }

  private compare(skimmed: Gist, parsed: GistRead): GistRead {
    const difference = parsed.kind === 'gist' ? gistDifference(skimmed, parsed.gist) : 'invalid JSON'
    if (difference === null) return parsed
    this.mode = 'exact'
    this.mismatches++
    this.firstMismatch ??= `${difference} of a record of type ${skimmed.type}`
    return parsed
  }
}

function parseLine(bytes: Bytes, start: number, end: number): GistRead {
  let value: unknown
  try {
    value = JSON.parse(bytes.utf8Slice(start, end))
  } catch (error) {
    return { kind: 'bad', reason: badReason(bytes, start, end, error) }
  }
  const gist = parseGist(value)
  return gist === null ? { kind: 'bad', reason: 'JSON, but not an object' } : { kind: 'gist', gist }
}

/** Holes left by a crash are NULs; a string longer than the engine allows is a RangeError or Node's own error, not a SyntaxError. */
function badReason(bytes: Bytes, start: number, end: number, error: unknown): string {
  const nul = bytes.indexOf(0, start)
  if (nul !== -1 && nul < end) return 'NUL bytes'
  return error instanceof SyntaxError ? 'not valid JSON' : 'too long to parse'
}

/** A gist begins with a brace, so a line is looked through only when it does not. */
function isBlank(bytes: Bytes, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = bytes[i]
    if (c !== 32 && c !== 9 && c !== 13) return false
  }
  return true
}
