import type { AgentEvent } from '../../event'
import type { LineSketch } from '../../itemBody'
import type { Decoder, Provider, SourceSpec } from '../../provider'
import { asObject, parseJson } from '../../readJson'
import { isForAnyFolder, isOwnProgram } from './isOwnProgram'
import { limits } from './limits'
import { nameRecord } from './nameRecord'
import { ALLOWANCE_MARKS, openAllowances } from './openAllowances'
import { openSession } from './openSession'
import { openSketches } from './openSketches'
import { readAnswer, readItems } from './readItems'
import { readRecord } from './readRecord'

/** Its conversations lie in a store, which lists them: no file of its own is a source. */
export const opencode: Provider = {
  id: 'opencode',
  label: 'OpenCode',
  command: 'opencode',
  recognise: () => null,
  isWatchedFolder: () => false,
  openDecoder,
  readHead: () => ({ run: null, rootRecord: null, rootAt: Number.NaN, bornAt: Number.NaN }),
  readRegistry: () => null,
  hasRegistry: () => false,
  isOwnProgram,
  isForAnyFolder,
  readItems: (record) => readItems(asObject(record) ?? {}),
  readAnswer: (record, call) => readAnswer(asObject(record) ?? {}, call),
  nameRecord: (record) => nameRecord(asObject(record) ?? {}),
  allowanceMarks: ALLOWANCE_MARKS,
  openAllowances,
  warmupPrompts: new Set(),
  limits,
}

function openDecoder(spec: SourceSpec, run: string): Decoder {
  const thread = spec.agent ?? run
  const session = openSession(thread, spec.agent === null)
  const sketches = openSketches(thread)
  return {
    line(bytes, start, end, onEvent, onSketch) {
      const value = parseJson(bytes.utf8Slice(start, end))
      if (value === undefined) return 'not JSON'
      const record = readRecord(value)
      if (typeof record === 'string') return record
      for (const event of session.take(record)) onEvent(event)
      if (onSketch) sketches.take(record, onSketch)
      return null
    },
    whole: () => null,
    settle(_, onSketch) {
      if (onSketch) sketches.settle(onSketch)
    },
    finish(onEvent: (event: AgentEvent) => void, onSketch?: (sketch: LineSketch) => void) {
      for (const event of session.finish()) onEvent(event)
      if (onSketch) sketches.finish(onSketch)
    },
    unknownTypes: session.unknownTypes,
    mismatches: 0,
  }
}
