import type { ScriptBlock, ScriptedCall, ScriptRoute, ScriptScenario } from '../script'

function agentsOf(returned: readonly string[]): string[] {
  return returned.flatMap((text) => [...text.matchAll(/"agent_id"\s*:\s*"([^"]+)"/g)].map((match) => match[1] ?? ''))
}

function spawn(message: string, more: Readonly<Record<string, unknown>> = {}): ScriptedCall {
  return { tool: 'spawn_agent', input: { message, ...more } }
}

/** Waits for the agent that was called as the `index`th. */
function wait(index: number): ScriptedCall {
  return { tool: 'wait_agent', input: (returned) => ({ targets: [agentsOf(returned)[index] ?? 'unknown'], timeout_ms: 60_000 }) }
}

function main(name: string, prompt: string, ...answers: readonly (readonly ScriptBlock[])[]): ScriptRoute {
  return { name, prompt, steps: answers.map((blocks) => ({ blocks })) }
}

/** An agent that looks once and then speaks. */
function looks(name: string, prompt: string, command: string, delayMs = 60): ScriptRoute {
  return {
    name,
    prompt,
    steps: [
      { delayMs, blocks: [{ shell: command }] },
      { delayMs, blocks: [`${name} is finished.`] },
    ],
  }
}

/** Three agents called by one message, that end in another order than they began. */
export function parallel(mark: string): ScriptScenario {
  const prompt = `Review the packages ${mark}.`
  const calls = [
    spawn(`ALPHA-${mark}: review.`, { agent_type: 'explorer' }),
    spawn(`BETA-${mark}: review.`, { agent_type: 'worker' }),
    spawn(`GAMMA-${mark}: review.`),
  ]
  const routes = [
    main(`main-${mark}`, prompt, ['Starting three.', ...calls], [wait(0)], [wait(1)], [wait(2)], ['All three have reported.']),
    looks(`alpha-${mark}`, `ALPHA-${mark}`, 'ls src', 250),
    looks(`beta-${mark}`, `BETA-${mark}`, 'cat src/cart.js', 400),
    looks(`gamma-${mark}`, `GAMMA-${mark}`, 'cat src/auth.js', 100),
  ]
  return { name: `parallel-${mark}`, prompt, routes }
}

/** The session, a lead, and two scouts below it. */
export const nested: ScriptScenario = {
  name: 'nested',
  prompt: 'Plan the migration.',
  routes: [
    main('main-nested', 'Plan the migration.', [spawn('LEAD-1: lead.')], [wait(0)], ['The lead has reported.']),
    main(
      'lead',
      'LEAD-1',
      [spawn('SCHEMA-1: scout.', { agent_type: 'explorer' }), spawn('QUERIES-1: scout.')],
      [wait(0)],
      [wait(1)],
      ['The lead is finished.'],
    ),
    looks('schema', 'SCHEMA-1', 'ls'),
    looks('queries', 'QUERIES-1', 'ls src', 150),
  ],
}

/** A refused request, a stream that breaks off, one that works and a role that nobody knows. */
export const failing: ScriptScenario = {
  name: 'failing',
  prompt: 'Try four agents.',
  routes: [
    main(
      'main-failing',
      'Try four agents.',
      [
        spawn('ERR-A: fail.'),
        spawn('ERR-B: break off.'),
        spawn('ERR-C: recover.'),
        spawn('ERR-D: conjure.', { agent_type: 'wizard' }),
      ],
      [wait(0)],
      [wait(1)],
      [wait(2)],
      ['Handled the failures.'],
    ),
    { name: 'fail', prompt: 'ERR-A', steps: [], overflow: { error: { status: 400, message: 'mock: bad request' } } },
    {
      name: 'fail-later',
      prompt: 'ERR-B',
      steps: [{ blocks: [{ shell: 'echo one' }] }],
      overflow: { error: { message: 'mock: the model crashed' } },
    },
    looks('recover', 'ERR-C', 'cat missing; false'),
  ],
}

/** One agent that is held at the gate `held-<mark>` until somebody cuts the run. */
export function held(mark: string): ScriptScenario {
  const prompt = `Watch the build ${mark}.`
  const calls = [spawn(`HELD-${mark}: watch.`), spawn(`QUICK-${mark}: look.`)]
  const routes: ScriptRoute[] = [
    main(`main-${mark}`, prompt, calls, [wait(1)], [wait(0)], ['Watched.']),
    {
      name: `held-${mark}`,
      prompt: `HELD-${mark}`,
      steps: [{ blocks: [{ shell: 'ls src' }] }, { gate: `held-${mark}`, blocks: ['Done.'] }],
    },
    looks(`quick-${mark}`, `QUICK-${mark}`, 'ls'),
  ]
  return { name: `held-${mark}`, prompt, routes }
}

/** Somebody goes on with the session later, and it with its agent. */
export function continued(mark: string): ScriptScenario & { readonly next: string } {
  const prompt = `Study the sources ${mark}.`
  const next = `Study them further ${mark}.`
  const toFirst = (tool: string, name: string, more: Readonly<Record<string, unknown>> = {}): ScriptedCall => ({
    tool,
    input: (returned) => ({ [name]: agentsOf(returned)[0] ?? 'unknown', ...more }),
  })
  const again = toFirst('send_input', 'target', { message: `FURTHER-${mark}: go on.` })
  const routes = [
    main(`main-${mark}`, prompt, [spawn(`STUDY-${mark}: study.`)], [wait(0)], ['Studied.']),
    main(`next-${mark}`, next, [toFirst('resume_agent', 'id')], [again], [wait(0)], ['Studied further.']),
    looks(`study-${mark}`, `STUDY-${mark}`, 'ls src'),
    looks(`further-${mark}`, `FURTHER-${mark}`, 'ls'),
  ]
  return { name: `continued-${mark}`, prompt, next, routes }
}

/** An agent that begins with a copy of its parent's conversation. */
export function inheriting(mark: string): ScriptScenario {
  const prompt = `Go on from here ${mark}.`
  const routes = [
    main(`main-${mark}`, prompt, ['First a word.', spawn(`HEIR-${mark}: go on.`, { fork_context: true })], [wait(-1)], ['Done.']),
    looks(`heir-${mark}`, `HEIR-${mark}`, 'ls src'),
  ]
  return { name: `inheriting-${mark}`, prompt, routes: routes.map(waitForLast) }
}

/** In a forked conversation there are agents of the original before its own. */
function waitForLast(route: ScriptRoute): ScriptRoute {
  const last: ScriptedCall = {
    tool: 'wait_agent',
    input: (returned) => ({ targets: [agentsOf(returned).at(-1) ?? 'unknown'], timeout_ms: 60_000 }),
  }
  const isWait = (block: ScriptBlock) => typeof block === 'object' && 'tool' in block && block.tool === 'wait_agent'
  const steps = route.steps.map((step) => ({
    ...step,
    blocks: (step.blocks ?? []).map((block) => (isWait(block) ? last : block)),
  }))
  return { ...route, steps }
}

/** Only through an app-server is there somebody to ask. */
export const approval: ScriptScenario = {
  name: 'approval',
  prompt: 'Delegate the deploy.',
  routes: [
    main('main-approval', 'Delegate the deploy.', [spawn('DEPLOY-1: deploy.')], [wait(0)], ['Deployed.']),
    {
      name: 'deploy',
      prompt: 'DEPLOY-1',
      steps: [
        {
          blocks: [
            {
              tool: 'exec_command',
              input: { cmd: 'touch deployed.txt', sandbox_permissions: 'require_escalated', justification: 'Writes outside.' },
            },
          ],
        },
        { blocks: ['It is deployed.'] },
      ],
    },
  ],
}

/** The session's turn ends first; its agent is held at the gate `aside`. */
export const background: ScriptScenario = {
  name: 'background',
  prompt: 'Build in the background.',
  routes: [
    main('main-background', 'Build in the background.', [spawn('ASIDE-1: build.')], ['It runs in the background.']),
    { name: 'aside', prompt: 'ASIDE-1', steps: [{ blocks: [{ shell: 'ls src' }] }, { gate: 'aside', blocks: ['Built.'] }] },
  ],
}

const colours = [
  { label: 'Red', description: 'warm' },
  { label: 'Blue', description: 'cold' },
]

/** The session asks the person; in this product no agent below it can. */
export const question: ScriptScenario = {
  name: 'question',
  prompt: 'Ask me which colour.',
  routes: [
    main(
      'main-question',
      'Ask me which colour.',
      [
        order('request_user_input', {
          questions: [{ id: 'colour', header: 'Colour', question: 'Which colour?', options: colours }],
        }),
      ],
      ['Thanks for the answer.'],
    ),
  ],
}

function order(tool: string, input: Readonly<Record<string, unknown>> = {}): ScriptedCall {
  return { tool, input }
}

function task(name: string, message: string): ScriptedCall {
  return spawn(message, { task_name: name, fork_turns: 'none' })
}

const anyMail = order('wait_agent', { timeout_ms: 60_000 })

/** The second runtime: agents with paths, mail, a follow-up, an interrupt; the gate `tree-slow` holds the one that is interrupted. */
export const tree: ScriptScenario = {
  name: 'tree',
  prompt: 'Prepare the report.',
  routes: [
    {
      name: 'main-tree',
      prompt: 'Prepare the report.',
      steps: [
        { blocks: ['Delegating.', task('facts', 'FACTS-1: collect.'), task('style', 'STYLE-1: check.')] },
        { blocks: [anyMail] },
        { blocks: [order('send_message', { target: 'style', message: 'Mind the headings.' })] },
        { blocks: [anyMail] },
        { blocks: [order('followup_task', { target: '/root/facts', message: 'FACTS-2: two more.' })] },
        { blocks: [anyMail] },
        { blocks: [task('slow', 'SLOW-1: think long.')] },
        { gate: 'tree-interrupt', blocks: [order('interrupt_agent', { target: 'slow' })] },
        { blocks: [order('list_agents')] },
        { blocks: ['The report is ready.'] },
      ],
    },
    {
      name: 'facts',
      prompt: 'FACTS-1',
      steps: [{ blocks: [task('dates', 'DATES-1: look up.')] }, { blocks: [anyMail] }, { blocks: ['Facts are finished.'] }],
    },
    looks('dates', 'DATES-1', 'date +%Y', 300),
    { name: 'facts-more', prompt: 'FACTS-2', steps: [{ delayMs: 500, blocks: ['Two more facts.'] }] },
    // Long enough that the session is told of the facts, and then waits, before it ends.
    looks('style', 'STYLE-1', 'ls src', 1_000),
    { name: 'slow', prompt: 'SLOW-1', steps: [{ gate: 'tree-slow', blocks: ['Slow is finished.'] }] },
  ],
}
