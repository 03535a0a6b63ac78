import type { Block, Route, Scenario, Step } from './scenario'

/** The spawning tool in old and new versions; the model calls whichever is offered. */
const SPAWN = ['Agent', 'Task'] as const

interface Order {
  readonly description: string
  readonly prompt: string
  readonly type?: string
  readonly isBackground?: boolean
}

function spawn({ description, prompt, type = 'general-purpose', isBackground = false }: Order): Block {
  return { tool: SPAWN, input: { description, prompt, subagent_type: type, run_in_background: isBackground } }
}

function bash(command: string): Block {
  return { tool: 'Bash', input: { command, description: 'Look at the project' } }
}

/** An agent that looks once and then speaks, each after `delayMs`. */
function looks(name: string, prompt: string, delayMs: number, command: string): Route {
  const steps: Step[] = [
    { delayMs, blocks: [`${name} looks around.`, bash(command)] },
    { delayMs, blocks: [`${name} is finished.`] },
  ]
  return { name, prompt, steps }
}

export const oneSubagent: Scenario = {
  name: 'one-subagent',
  prompt: 'Map the acme service.',
  delayMs: 150,
  usage: { input_tokens: 40, cache_creation_input_tokens: 500, cache_read_input_tokens: 2000 },
  routes: [
    {
      name: 'main',
      prompt: 'Map the acme service',
      steps: [
        {
          blocks: [
            'I will send one explorer.',
            spawn({ description: 'Explore acme', prompt: 'EXPLORE-1: list the files.', type: 'Explore' }),
          ],
        },
        { blocks: ['The acme service has auth and cart modules.'] },
      ],
    },
    looks('explorer', 'EXPLORE-1', 500, 'ls src'),
  ],
}

/** Four agents of four types, called by one message, that end in another order than they began. */
export const parallel: Scenario = {
  name: 'parallel',
  prompt: 'Review acme from four sides.',
  files: { '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews code.\n---\n\nReview briefly.\n' },
  delayMs: 150,
  usage: { input_tokens: 30, cache_creation_input_tokens: 100, cache_read_input_tokens: 1000 },
  routes: [
    {
      name: 'main',
      prompt: 'Review acme from four sides',
      steps: [
        {
          blocks: [
            'Launching four agents.',
            spawn({ description: 'Explore layout', prompt: 'EXPLORE-A: find all modules.', type: 'Explore' }),
            spawn({ description: 'General research', prompt: 'GENERAL-B: research the cart.' }),
            spawn({ description: 'Plan the login fix', prompt: 'PLAN-C: plan a login fix.', type: 'Plan' }),
            spawn({ description: 'Review auth', prompt: 'REVIEW-D: review auth.js.', type: 'reviewer' }),
          ],
        },
        { blocks: ['All four have reported.'] },
      ],
    },
    looks('explorer', 'EXPLORE-A', 500, 'ls src'),
    looks('generalist', 'GENERAL-B', 900, 'cat src/cart.js'),
    looks('planner', 'PLAN-C', 300, 'cat src/auth.js'),
    looks('reviewer', 'REVIEW-D', 700, 'wc -l src/auth.js'),
  ],
}

/** Three levels deep where the version lets agents spawn; else the inner call is refused. */
export const nested: Scenario = {
  name: 'nested',
  prompt: 'Delegate the audit.',
  delayMs: 250,
  routes: [
    {
      name: 'main',
      prompt: 'Delegate the audit',
      steps: [
        { blocks: ['Delegating.', spawn({ description: 'Audit lead', prompt: 'LEVEL-1: lead the audit.' })] },
        { blocks: ['Audit done.'] },
      ],
    },
    {
      name: 'level1',
      prompt: 'LEVEL-1',
      steps: [
        { delayMs: 400, blocks: ['Splitting.', spawn({ description: 'Audit auth', prompt: 'LEVEL-2: audit auth.' })] },
        { blocks: ['Level one summary.'] },
      ],
    },
    {
      name: 'level2',
      prompt: 'LEVEL-2',
      steps: [
        {
          delayMs: 400,
          blocks: ['Deeper.', spawn({ description: 'Check one line', prompt: 'LEVEL-3: check line 2.', type: 'Explore' })],
        },
        { blocks: ['Level two summary.'] },
      ],
    },
    looks('level3', 'LEVEL-3', 400, 'sed -n 2p src/auth.js'),
  ],
}

/** The parent's turn ends first, the completion comes later as a notification. */
export const background: Scenario = {
  name: 'background',
  prompt: 'Check the cart in the background.',
  delayMs: 150,
  routes: [
    {
      name: 'notified',
      prompt: '<task-notification>',
      steps: [{ blocks: ['The background agent has reported: cart is fine.'] }],
    },
    {
      name: 'main',
      prompt: 'Check the cart in the background',
      steps: [
        { blocks: [spawn({ description: 'Check cart', prompt: 'BACK-1: check the cart module.', isBackground: true })] },
        { blocks: ['Started it; I will report later.'] },
        { blocks: ['The background agent has reported (same turn).'] },
      ],
    },
    looks('back', 'BACK-1', 900, 'cat src/cart.js'),
  ],
}

/** Fails at once, fails after a step, meets a failing command and recovers, is stopped by a turn limit. */
export const failing: Scenario = {
  name: 'failing',
  prompt: 'Try four agents.',
  files: { '.claude/agents/short.md': '---\nname: short\ndescription: Stops after two turns.\nmaxTurns: 2\n---\n\nBe short.\n' },
  delayMs: 120,
  routes: [
    {
      name: 'main',
      prompt: 'Try four agents',
      steps: [
        {
          blocks: [
            'Trying.',
            spawn({ description: 'Fails at once', prompt: 'ERR-A: fail.' }),
            spawn({ description: 'Fails later', prompt: 'ERR-B: fail later.' }),
            spawn({ description: 'Tool error', prompt: 'ERR-C: bad tool.' }),
            spawn({ description: 'Turn limit', prompt: 'ERR-D: many turns.', type: 'short' }),
          ],
        },
        { blocks: ['Handled the failures.'] },
      ],
    },
    {
      name: 'fail',
      prompt: 'ERR-A',
      steps: [],
      overflow: { delayMs: 300, error: { status: 400, type: 'invalid_request_error', message: 'mock: bad request' } },
    },
    {
      name: 'fail-later',
      prompt: 'ERR-B',
      steps: [{ delayMs: 300, blocks: [bash('echo one')] }],
      overflow: { error: { status: 403, type: 'permission_error', message: 'mock: forbidden', shouldRetry: false } },
    },
    { name: 'tool-error', prompt: 'ERR-C', steps: [{ blocks: [bash('cat /nonexistent; exit 3')] }, { blocks: ['Recovered.'] }] },
    { name: 'turns', prompt: 'ERR-D', steps: [1, 2, 3, 4].map((turn) => ({ blocks: [bash(`echo ${turn}`)] })) },
  ],
}

/** Two agents that would work for half a minute, one awaited and one in the background: to be interrupted meanwhile. */
export const slow: Scenario = {
  name: 'slow',
  prompt: 'Watch the build.',
  delayMs: 150,
  routes: [
    {
      name: 'main',
      prompt: 'Watch the build',
      steps: [
        {
          blocks: [
            'Watching.',
            spawn({ description: 'Watch slowly', prompt: 'SLOW-A: watch the build.' }),
            spawn({ description: 'Watch aside', prompt: 'SLOW-B: watch the log.', isBackground: true }),
          ],
        },
        { blocks: ['Watched.'] },
      ],
    },
    {
      name: 'slow-a',
      prompt: 'SLOW-A',
      steps: [
        { delayMs: 300, blocks: ['Looking.', bash('ls src')] },
        { delayMs: 30_000, blocks: ['Done.'] },
      ],
    },
    {
      name: 'slow-b',
      prompt: 'SLOW-B',
      steps: [
        { delayMs: 300, blocks: ['Looking.', bash('ls src')] },
        { delayMs: 30_000, blocks: ['Done.'] },
      ],
    },
  ],
}
