import { isAtLeast } from '../../../isAtLeast'
import type { AgentDefinition } from './readDefinition'

export interface ResumeQuestion {
  readonly session: string
  /** Release of the CLI that is to go on; null: not known. */
  readonly version: string | null
  readonly agentType: string | null
  readonly isBuiltIn: boolean
  /** Null: no file defines an agent of that type. */
  readonly definition: AgentDefinition | null
  /** Of the last response. */
  readonly model: string | null
}

export interface ResumeArguments {
  /** `--resume` and the session stand last, so that an option with any number of values cannot swallow a prompt. */
  readonly argv: readonly string[]
  /** The agent to be written into the session as its persona; null: releases that ignore it, or none. */
  readonly setting: string | null
  readonly notes: readonly string[]
}

/** The first releases whose way of taking up a persona was run and seen. */
const READS_TOOLS = [2, 0, 76]
const READS_PERSONA = [2, 1, 20]
const READS_ALL = [2, 1, 147]
const READS_BUILT_IN = [2, 1, 205]

const ADDS_TITLES = 'In a terminal this release may add titles of its own to other runs of the folder.'
const OWN_PERMISSIONS = 'Permissions are those of the new run, not those the agent had.'

/** How the new session is taken up so that it is as much the agent as that release allows. */
export function resumeArguments(question: ResumeQuestion): ResumeArguments {
  const { session, definition, agentType, version } = question
  const taken = definition === null ? withoutDefinition(question) : withDefinition(definition, question)
  const unsure =
    version === null && agentType !== null
      ? ['The release of Claude Code is not known, so the agent’s persona is not asked for.']
      : []
  const titles = isAtLeast(version, READS_PERSONA) && !isAtLeast(version, READS_ALL) ? [ADDS_TITLES] : []
  return { ...taken, argv: [...taken.argv, '--resume', session], notes: [...taken.notes, ...unsure, ...titles, OWN_PERMISSIONS] }
}

function withDefinition(definition: AgentDefinition, { version, model }: ResumeQuestion): ResumeArguments {
  const { name, tools, prompt } = definition
  const withTools = tools === null ? [] : ['--tools', tools.replaceAll(/\s*,\s*/g, ',')]
  const knownModel = definition.model ?? model
  const withModel = knownModel === null ? [] : ['--model', knownModel]
  if (isAtLeast(version, READS_ALL)) {
    return {
      argv: ['--agent', name],
      setting: name,
      notes: [`It goes on as ${name}, with the prompt, tools and model of that definition.`],
    }
  }
  if (isAtLeast(version, READS_PERSONA)) {
    return {
      argv: [...withTools, '--agent', name],
      setting: null,
      notes: [`It goes on as ${name}; this release does not remember that: a later resume needs the same options.`],
    }
  }
  if (isAtLeast(version, READS_TOOLS)) {
    const persona = prompt === '' ? [] : ['--append-system-prompt', prompt]
    const notes = [
      `This release takes no agent up: the prompt of ${name} is added to the usual one${tools === null ? '' : ', and its tools are set'}. A later resume needs the same options.`,
    ]
    return { argv: [...withTools, ...withModel, ...persona], setting: null, notes }
  }
  return { argv: [], setting: null, notes: version === null ? [] : [mainPersona(name)] }
}

function withoutDefinition({ agentType, isBuiltIn, version, model }: ResumeQuestion): ResumeArguments {
  const isRemembered = isAtLeast(version, READS_ALL) !== false
  const withModel = isRemembered || model === null || !isAtLeast(version, READS_TOOLS) ? [] : ['--model', model]
  if (agentType === null) return { argv: withModel, setting: null, notes: [] }
  if (isBuiltIn && isAtLeast(version, READS_BUILT_IN)) {
    return {
      argv: ['--agent', agentType],
      setting: null,
      notes: [
        `It has the tools of ${agentType}, but the main system prompt: what ${agentType} itself is told is recorded nowhere.`,
      ],
    }
  }
  const why = isBuiltIn
    ? mainPersona(agentType)
    : `No definition of ${agentType} was found: the main system prompt and all tools hold.`
  return { argv: withModel, setting: null, notes: [why] }
}

function mainPersona(name: string): string {
  return `The persona and tools of ${name} are not restored: the main system prompt and all tools hold.`
}
