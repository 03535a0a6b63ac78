import type { CallVerb } from '../../../shared/callVerb'

/** By tool, of both runtimes and all releases: the words of an agent's life. */
export const callVerbs: ReadonlyMap<string, CallVerb> = new Map<string, CallVerb>([
  ['spawn_agent', 'spawn'],
  ['wait', 'wait'],
  ['wait_agent', 'wait'],
  ['send_input', 'send'],
  ['send_message', 'send'],
  ['followup_task', 'send'],
  ['assign_task', 'send'],
  ['resume_agent', 'resume'],
  ['interrupt_agent', 'interrupt'],
  ['close_agent', 'close'],
])
