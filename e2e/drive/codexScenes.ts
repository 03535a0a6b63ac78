import { question } from '../../test/mocks/responses/responsesScenarios'
import type { ScriptBlock, ScriptedCall, ScriptRoute } from '../../test/mocks/script'

function agentsOf(returned: readonly string[]): string[] {
  return returned.flatMap((text) => [...text.matchAll(/"agent_id"\s*:\s*"([^"]+)"/g)].map((match) => match[1] ?? ''))
}

function spawn(message: string): ScriptedCall {
  return { tool: 'spawn_agent', input: { message } }
}

function wait(index: number): ScriptedCall {
  return { tool: 'wait_agent', input: (returned) => ({ targets: [agentsOf(returned)[index] ?? 'unknown'], timeout_ms: 60_000 }) }
}

function talk(prompt: string, ...answers: readonly (readonly ScriptBlock[])[]): ScriptRoute {
  return { name: prompt, prompt, steps: answers.map((blocks) => ({ blocks })) }
}

/** Outside of the sandbox, so that a person is asked. */
export function escalated(cmd: string): ScriptedCall {
  return { tool: 'exec_command', input: { cmd, sandbox_permissions: 'require_escalated', justification: 'Needs to be outside.' } }
}

/** Stands at a gate of this name until the test opens it. */
function held(prompt: string, gate: string, end: string): ScriptRoute {
  return { name: prompt, prompt, steps: [{ gate, blocks: [end] }] }
}

const patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: patched.txt\n+patched\n*** End Patch\nEOF"

/** The second runtime: agents with paths. */
function task(name: string, message: string): ScriptedCall {
  return { tool: 'spawn_agent', input: { message, task_name: name, fork_turns: 'none' } }
}

const anyMail: ScriptedCall = { tool: 'wait_agent', input: { timeout_ms: 60_000 } }

/** What the model says in the stories of driving; each by the words that bring it about. */
export const DRIVE_ROUTES: readonly ScriptRoute[] = [
  talk('GROW', [spawn('ONE: go.'), spawn('TWO: go.'), spawn('THREE: go.')], [wait(0)], [wait(1)], [wait(2)], ['Grown.']),
  talk('ONE: go', [spawn('DEEP-A: look.'), spawn('DEEP-B: look.')], [wait(0)], [wait(1)], ['One is done.']),
  talk('TWO: go', [{ shell: 'echo two-looked' }], ['Two is done.']),
  talk('THREE: go', [{ shell: 'echo three-looked' }], ['Three is done.']),
  talk('DEEP-A', [{ shell: 'echo deep-a' }], ['Deep A is done.']),
  talk('DEEP-B', [{ shell: 'echo deep-b' }], ['Deep B is done.']),
  talk(
    'BY-STEPS',
    [spawn('STEP-LEAD: lead.'), spawn('STEP-TWO: look.'), spawn('STEP-THREE: look.')],
    [wait(0)],
    [wait(1)],
    [wait(2)],
    ['All is through.'],
  ),
  {
    ...{ name: 'STEP-LEAD', prompt: 'STEP-LEAD' },
    steps: [
      { gate: 'step-lead', blocks: [spawn('STEP-DEEP: look.')] },
      { blocks: [wait(0)] },
      { blocks: ['The lead is through.'] },
    ],
  },
  held('STEP-DEEP', 'step-deep', 'The deep one is through.'),
  talk('STEP-TWO', [{ shell: 'echo two-looked' }], ['Two is through.']),
  talk('STEP-THREE', [{ shell: 'echo three-looked' }], ['Three is through.']),
  talk('NEST-ASK', [spawn('ASK-LEAD: lead.')], [wait(0)], ['The lead has asked.']),
  talk('ASK-LEAD', [spawn('ASK-DEEP: ask.')], [wait(0)], ['The deep one has asked.']),
  talk(
    'ASK-DEEP',
    [escalated('touch once.txt')],
    [escalated('touch denied.txt')],
    [escalated('touch always.txt')],
    [escalated('touch always.txt')],
    ['Asked enough.'],
  ),
  talk('HALT-ME', [escalated('touch halted.txt')], ['It should have been halted.']),
  talk('PATCH-IT', [{ shell: patch }], ['Patched.']),
  ...question.routes,
  talk('FORM-PLAIN', [{ tool: 'ask', input: {} }], ['The form is filled.']),
  talk('HELLO', ['Hello to you.']),
  talk('MORE', ['More it is.']),
  held('SLOW-TURN', 'slow-turn', 'The slow turn is over.'),
  held('WAIT-LONG', 'wait-long', 'Nobody waited.'),
  talk('RUN-LONG', [{ shell: 'echo $$ > running.pid; exec sleep 300' }], ['It ran long.']),
  talk('STEER-ME', ['Steered.']),
  talk('TWO-HELD', [spawn('HELD-ONE: hold.'), spawn('HELD-TWO: hold.')], [wait(1)], ['Both were held.']),
  held('HELD-ONE', 'held-one', 'One was held.'),
  held('HELD-TWO', 'held-two', 'Two was held.'),
  // The newer release tells nobody that who they wait for was cut short.
  talk('TWO-BRANCHES', [spawn('STEP-LEAD: lead.'), spawn('HELD-TWO: hold.')], [wait(1)], ['One branch is left.']),
  talk('V2-TREE', [task('facts', 'V2-FACTS: collect.')], [anyMail], ['The tree is done.']),
  talk('V2-FACTS', [{ shell: 'echo v2-facts' }], ['Facts are done.']),
  {
    name: 'V2-ASK',
    prompt: 'V2-ASK:',
    steps: [
      { blocks: [task('asker', 'V2-PERMISSION: ask.')] },
      { blocks: [anyMail] },
      { blocks: [task('slow', 'V2-SLOW: think.')] },
      { gate: 'v2-end', blocks: [{ tool: 'list_agents', input: {} }] },
      { blocks: ['The asker is done.'] },
    ],
  },
  talk('V2-PERMISSION', [escalated('touch v2-asked.txt')], ['It asked.']),
  held('V2-SLOW', 'v2-slow', 'It was never stopped.'),
  talk('FURTHER', ['Gone further.']),
]
