import type { AgentEvent } from '../../event'
import type { Decoder, Provider, SourceHead, SourceSpec } from '../../provider'
import { asObject, parseJson } from '../../readJson'
import { createGistReader } from './createGistReader'
import { decodeJournal, decodeMeta } from './decodeMeta'
import { decodeRegistry } from './decodeRegistry'
import { hasRegistry, isOwnProgram } from './hasRegistry'
import { limits } from './limits'
import { nameRecord } from './nameRecord'
import { WARMUP_PROMPTS } from './names'
import { ALLOWANCE_MARKS, openAllowances } from './openAllowances'
import { openProgressLinks } from './openProgressLinks'
import { openSketches } from './openSketches'
import { openStream } from './openStream'
import { openTranscript } from './openTranscript'
import { parseGist } from './parseGist'
import { readAnswer, readItems } from './readItems'
import { isWatchedFolder, recognise } from './recognise'

export const claude: Provider = {
  id: 'claude',
  label: 'Claude Code',
  command: 'claude',
  recognise: describeSource,
  isWatchedFolder,
  openDecoder,
  readHead,
  readRegistry: decodeRegistry,
  hasRegistry,
  isOwnProgram,
  readItems: (record) => readItems(asObject(record) ?? {}),
  readAnswer: (record, call) => readAnswer(asObject(record) ?? {}, call),
  nameRecord: (record) => nameRecord(asObject(record) ?? {}),
  allowanceMarks: ALLOWANCE_MARKS,
  openAllowances,
  warmupPrompts: WARMUP_PROMPTS,
  limits,
}

function describeSource(path: string): SourceSpec | null {
  const source = recognise(path)
  if (!source) return null
  switch (source.kind) {
    case 'main':
      return { format: 'lines', role: 'main', run: source.run, agent: null, group: null, project: source.project }
    case 'agent':
      return {
        format: 'lines',
        role: 'agent',
        run: source.run,
        agent: source.agent,
        group: source.group,
        project: source.project,
      }
    case 'meta':
      return { format: 'whole', role: 'side', run: source.run, agent: source.agent, group: source.group, project: source.project }
    case 'journal':
      return { format: 'lines', role: 'side', run: source.run, agent: null, group: source.group, project: source.project }
    case 'registry':
      return { format: 'whole', role: 'registry', run: null, agent: null, group: null, project: '' }
    default:
      return source satisfies never
  }
}

const NO_TYPES: ReadonlyMap<string, number> = new Map()

function openDecoder(spec: SourceSpec, run: string): Decoder {
  if (spec.format === 'whole')
    return { line: () => null, whole: (text, onEvent) => decodeSide(spec, text, onEvent), unknownTypes: NO_TYPES, mismatches: 0 }
  if (spec.format === 'records') return openStream(run)
  if (spec.role === 'side') return journalDecoder(spec)
  return transcriptDecoder(run, spec)
}

function transcriptDecoder(run: string, spec: SourceSpec): Decoder {
  const reader = createGistReader({ mode: 'skim', sampleEvery: 200 })
  const transcript = openTranscript(run, spec.agent)
  const links = openProgressLinks()
  const sketches = openSketches(run, spec.agent)
  let described = spec.group === null || spec.agent === null
  return {
    line(bytes, start, end, onEvent, onSketch) {
      if (!described && spec.group !== null && spec.agent !== null) {
        onEvent({ kind: 'agent_described', agent: spec.agent, says: { group: spec.group } })
        described = true
      }
      const read = reader.read(bytes, start, end)
      if (read.kind === 'bad') return read.reason
      if (read.kind !== 'gist') return null
      const gist = read.gist.type === 'progress' ? links.whole(read.gist, bytes, start, end) : read.gist
      if (gist) for (const event of transcript.decode(gist)) onEvent(event)
      const sketch = onSketch ? sketches.take(read.gist, bytes, start, end) : null
      if (sketch) onSketch?.(sketch)
      return null
    },
    whole: () => null,
    unknownTypes: transcript.unknownTypes,
    get mismatches() {
      return reader.mismatches
    },
  }
}

function journalDecoder(spec: SourceSpec): Decoder {
  return {
    line(bytes, start, end, onEvent) {
      const value = parseJson(bytes.utf8Slice(start, end))
      if (value === undefined) return 'not JSON'
      for (const event of decodeJournal(value, spec.group ?? '')) onEvent(event)
      return null
    },
    whole: () => null,
    unknownTypes: NO_TYPES,
    mismatches: 0,
  }
}

function decodeSide(spec: SourceSpec, text: string, onEvent: (event: AgentEvent) => void): string | null {
  const value = parseJson(text)
  if (value === undefined) return 'not JSON'
  for (const event of decodeMeta(value, spec.agent ?? '', spec.group)) onEvent(event)
  return null
}

function readHead(lines: readonly string[]): SourceHead {
  let run: string | null = null
  let bornAt = Number.NaN
  for (const line of lines) {
    const gist = parseGist(parseJson(line))
    if (!gist) continue
    run ??= gist.sessionId
    if (!(bornAt >= gist.at) && !Number.isNaN(gist.at)) bornAt = gist.at
    if ((gist.type === 'user' || gist.type === 'assistant') && gist.uuid !== null) {
      return { run: gist.sessionId ?? run, rootRecord: gist.uuid, rootAt: gist.at, bornAt }
    }
  }
  return { run, rootRecord: null, rootAt: Number.NaN, bornAt }
}
