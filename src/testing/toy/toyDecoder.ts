import { promptKey } from '../../core/promptKey'
import type { Decoder, Provider, SourceSpec } from '../../core/provider'

/** One record of the toy: what somebody said, or whom it called. */
export interface ToyRecord {
  readonly at: number
  readonly ask?: string
  readonly say?: string
  readonly call?: { readonly id: string; readonly job: string }
  readonly done?: boolean
}

export function readToyRecord(value: unknown): ToyRecord {
  return value as ToyRecord // A toy's files are written by its test.
}

/** Everything the toy's records mean, from files or from a store. */
export function openToyDecoder(spec: SourceSpec, run: string): Decoder {
  const thread = spec.agent ?? run
  return {
    line(bytes, start, end, onEvent, onSketch) {
      const { at, ask, say, call, done } = readToyRecord(JSON.parse(bytes.utf8Slice(start, end)))
      const sketch = (kind: 'prompt' | 'text' | 'tool', id: string | null = null): void =>
        onSketch?.({ thread, at, items: [{ kind, call: id, name: id && 'hire' }], answers: [] })
      if (ask !== undefined) {
        onEvent({ kind: 'run_described', cwd: '/toys', version: '1', branch: null })
        onEvent({ kind: 'turn_started', thread, prompt: promptKey(ask), at })
        sketch('prompt')
      }
      if (say !== undefined) {
        onEvent({ kind: 'item_added', thread, label: say, at })
        sketch('text')
      }
      if (call) {
        const { id, job } = call
        const says = {
          name: 'hire',
          sure: true,
          type: 'toy',
          agentName: null,
          description: job,
          prompt: null,
          background: null,
          continues: null,
        }
        onEvent({ kind: 'tool_called', thread, call: id, label: `hire: ${job}`, at })
        onEvent({ kind: 'agent_called', thread, call: id, says, at })
        onEvent({
          kind: 'agent_linked',
          agent: `toy-${id}`,
          call: id,
          evidence: 'explicit',
          continues: false,
          note: 'its name',
          at,
        })
        sketch('tool', id)
      }
      if (done) onEvent({ kind: 'turn_ended', thread, how: 'completed', sure: true, message: null, at })
      return null
    },
    whole: () => null,
    unknownTypes: new Map(),
    mismatches: 0,
  }
}

/** What a toy of either kind has in common. */
export const toyWords: Omit<Provider, 'id' | 'label' | 'recognise' | 'isWatchedFolder'> = {
  command: 'toy',
  openDecoder: openToyDecoder,
  readHead: () => ({ run: null, rootRecord: null, rootAt: Number.NaN, bornAt: Number.NaN }),
  readRegistry: () => null,
  hasRegistry: () => true,
  isOwnProgram: () => false,
  readItems(value) {
    const { at, ask, say, call } = readToyRecord(value)
    const item = { at, model: null, messageId: null, tool: null, images: [] }
    if (ask !== undefined) return [{ ...item, kind: 'prompt', role: 'user', text: ask }]
    if (say !== undefined) return [{ ...item, kind: 'text', role: 'assistant', text: say }]
    if (call)
      return [{ ...item, kind: 'tool', role: 'assistant', text: '', tool: { name: 'hire', call: call.id, input: call.job } }]
    return []
  },
  readAnswer: () => null,
  nameRecord: (value) => ({ type: Object.keys(readToyRecord(value)).at(-1) ?? null, subtype: null, at: readToyRecord(value).at }),
  allowanceMarks: [],
  openAllowances: () => ({ take: () => undefined, result: () => ({ allowed: null, denied: null, permissionMode: null }) }),
  warmupPrompts: new Set(),
}
