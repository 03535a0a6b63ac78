import type { Block, Scenario, Step } from './scenario'

/** The spawning tool in old and new versions; the model calls whichever is offered. */
const SPAWN = ['Agent', 'Task'] as const

function spawn(description: string, prompt: string, type = 'general-purpose'): Block {
  return { tool: SPAWN, input: { description, prompt, subagent_type: type, run_in_background: false } }
}

function bash(command: string): Block {
  return { tool: 'Bash', input: { command, description: 'Look at the project' } }
}

const REVIEWER =
  '---\nname: reviewer\ndescription: Reviews code.\ntools: Read, Grep, Bash\n---\n\nYou are THE-REVIEWER. Be brief.\n'

/** One that makes two calls in one response, one with a persona of its own, and one that has started another. */
export const promotable: Scenario = {
  name: 'promotable',
  prompt: 'Send three agents.',
  files: { '.claude/agents/reviewer.md': REVIEWER },
  delayMs: 60,
  usage: { input_tokens: 30, cache_creation_input_tokens: 100, cache_read_input_tokens: 1000 },
  routes: [
    {
      name: 'main',
      prompt: 'Send three agents',
      steps: [
        {
          blocks: [
            'Sending.',
            spawn('Look twice', 'PROM-A: look twice.'),
            spawn('Review auth', 'PROM-B: review auth.', 'reviewer'),
            spawn('Lead the audit', 'PROM-C: lead the audit.'),
          ],
        },
        { blocks: ['All reported.'] },
      ],
    },
    {
      name: 'twice',
      prompt: 'PROM-A',
      steps: [
        { blocks: [{ thinking: 'Both at once.' }, 'Looking twice.', bash('ls src'), bash('cat README.md')] },
        { blocks: ['Once more.', bash('wc -l src/auth.js')] },
        { blocks: ['Looked twice.'] },
      ],
    },
    { name: 'reviewer', prompt: 'PROM-B', steps: [{ blocks: [bash('cat src/auth.js')] }, { blocks: ['Reviewed.'] }] },
    {
      name: 'lead',
      prompt: 'PROM-C',
      steps: [{ blocks: ['Deeper.', spawn('Check a line', 'PROM-D: check line 2.')] }, { blocks: ['Led.'] }],
    },
    { name: 'deep', prompt: 'PROM-D', steps: [{ blocks: [bash('sed -n 2p src/auth.js')] }, { blocks: ['Checked.'] }] },
  ],
}

/** The main conversation has called two tools before it forks itself. */
export const forking: Scenario = {
  name: 'forking',
  prompt: 'Fork yourself.',
  delayMs: 60,
  routes: [
    {
      name: 'fork',
      prompt: 'PROM-F',
      steps: [{ blocks: ['Forked here.', bash('cat README.md')] }, { blocks: ['Fork is finished.'] }],
    },
    {
      name: 'main',
      prompt: 'Fork yourself',
      steps: [
        { blocks: ['First two looks.', bash('ls src'), bash('wc -l src/cart.js')] },
        { blocks: ['Now I fork.', spawn('Fork off', 'PROM-F: think further.', 'fork')] },
        { blocks: ['Forked.'] },
        { blocks: ['Noted.'] },
      ],
    },
  ],
}

/** A call that outlives the program that is killed meanwhile, beside one that is answered. */
export const killed: Scenario = {
  name: 'killed',
  prompt: 'Watch the log.',
  delayMs: 60,
  routes: [
    {
      name: 'main',
      prompt: 'Watch the log',
      steps: [{ blocks: [spawn('Watch', 'PROM-K: watch the log.')] }, { blocks: ['Watched.'] }],
    },
    {
      name: 'watcher',
      prompt: 'PROM-K',
      steps: [
        { blocks: ['Looking first.', bash('ls src')] },
        { blocks: ['Waiting now.', bash('timeout 8 tail -f /dev/null')] },
        { blocks: ['Never said.'] },
      ],
    },
  ],
}

const full = { input_tokens: 150_000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
const looks: Step[] = [1, 2, 3, 4, 5, 6].map((turn) => ({ blocks: [`Look ${turn}.`, bash(`echo look-${turn}`)], usage: full }))

/** An agent whose context is said to be nearly full, so that it is compacted on its way. */
export const compacting: Scenario = {
  name: 'compacting',
  prompt: 'Read it all.',
  delayMs: 60,
  routes: [
    {
      name: 'main',
      prompt: 'Read it all',
      steps: [{ blocks: [spawn('Read all', 'PROM-Z: read everything.')] }, { blocks: ['Read.'] }],
    },
    {
      name: 'summary',
      prompt: 'Your task is to create a detailed summary',
      steps: [{ blocks: ['<summary>PROM-SUMMARY: looked around.</summary>'] }],
      overflow: { blocks: ['After the summary.'] },
    },
    { name: 'compacted', prompt: 'This session is being continued', steps: [], overflow: { blocks: ['Read everything.'] } },
    {
      name: 'reader',
      prompt: 'PROM-Z',
      steps: [...looks, { blocks: ['Read everything.'] }],
      overflow: { blocks: ['Read everything.'] },
    },
  ],
}
