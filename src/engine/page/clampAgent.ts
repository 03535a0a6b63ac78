import type { AgentView } from '../../shared/views'
import { clampNullable, clampText } from './clampText'

const NAME = 200
const CALLS = 500

/** What a node and its panel show; whole texts are in the transcript. */
export function clampAgent(agent: AgentView): AgentView {
  return {
    ...agent,
    calls: agent.calls.length > CALLS ? agent.calls.slice(0, CALLS) : agent.calls,
    ...(agent.attended === undefined ? {} : { attended: agent.attended.slice(0, CALLS) }),
    callName: clampNullable(agent.callName, NAME),
    type: clampNullable(agent.type, NAME),
    name: clampNullable(agent.name, NAME),
    description: clampNullable(agent.description, 400),
    prompt: clampNullable(agent.prompt, NAME),
    model: clampNullable(agent.model, NAME),
    activity: clampNullable(agent.activity, 300),
    error: clampNullable(agent.error, 400),
    link: { ...agent.link, note: clampText(agent.link.note, 400) },
  }
}
