import { asId, asObject, asWord } from '../../readJson'

/** What a call does with agents: starts one, gives one new work, or neither. */
export type AgentVerb = 'spawn' | 'continue' | 'wait' | 'close' | 'other'

/** By tool, of both runtimes and all releases. */
export const agentVerbs: ReadonlyMap<string, AgentVerb> = new Map<string, AgentVerb>([
  ['spawn_agent', 'spawn'],
  ['send_input', 'continue'],
  ['resume_agent', 'continue'],
  ['followup_task', 'continue'],
  ['assign_task', 'continue'],
  ['wait', 'wait'],
  ['wait_agent', 'wait'],
  ['close_agent', 'close'],
  ['send_message', 'other'],
  ['interrupt_agent', 'other'],
])

/** Whom a call means: ids in the first runtime, paths and last parts of paths in the second. */
export function targetsOf(input: unknown): readonly string[] {
  const args = asObject(input)
  const several = args?.['targets'] ?? args?.['ids']
  if (Array.isArray(several)) return several.flatMap((one) => asId(one) ?? [])
  return [asWord(args?.['target']) ?? asWord(args?.['id'])].flatMap((one) => one ?? [])
}
