import type { ScriptBlock, ScriptedCall, ScriptRoute, ScriptScenario, ScriptStep } from '../script'

function task(type: string, description: string, prompt: string, more: Readonly<Record<string, unknown>> = {}): ScriptedCall {
  return { tool: 'task', input: { description, prompt, subagent_type: type, ...more } }
}

/** The main conversation: one answer per list of blocks. */
function main(prompt: string, ...answers: readonly (readonly ScriptBlock[])[]): ScriptRoute {
  return { name: 'main', prompt, steps: answers.map((blocks) => ({ blocks })) }
}

/** A sub-agent that looks once and then speaks. */
function looks(name: string, prompt: string, command: string, delayMs = 60): ScriptRoute {
  return {
    name,
    prompt,
    steps: [
      { delayMs, blocks: [`${name} looks.`, { shell: command }] },
      { delayMs, blocks: [`${name} is finished.`] },
    ],
  }
}

/** Looks, and then waits until the test opens the gate of the same name. */
function waits(name: string, prompt: string): ScriptRoute {
  return {
    name,
    prompt,
    steps: [{ blocks: ['Looking.', { shell: 'ls src' }] }, { gate: name, blocks: [`${name} is finished.`] }],
  }
}

/** Three agents called by one message, that end in another order than they began. */
export function parallel(mark: string): ScriptScenario {
  const prompt = `Audit the shop ${mark}.`
  const calls = [
    task('explore', 'List modules', `EXPLORE-${mark}: list the modules.`),
    task('general', 'Study the cart', `GENERAL-${mark}: describe cart.js.`),
    task('reviewer', 'Review login', `REVIEW-${mark}: review auth.js.`),
  ]
  const routes = [
    main(prompt, ['Starting three agents.', ...calls], ['All three have reported.']),
    looks(`explore-${mark}`, `EXPLORE-${mark}`, 'ls src', 250),
    looks(`general-${mark}`, `GENERAL-${mark}`, 'cat src/cart.js', 400),
    looks(`review-${mark}`, `REVIEW-${mark}`, 'cat src/auth.js', 100),
  ]
  return { name: `parallel-${mark}`, prompt, routes: named(mark, routes) }
}

/** Two runs may play the same scenario: each has main conversations of its own. */
function named(mark: string, routes: readonly ScriptRoute[]): ScriptRoute[] {
  return routes.map((route) => (route.name === 'main' ? { ...route, name: `main-${mark}` } : route))
}

/** A sub-agent that is allowed one of its own. */
export const nested: ScriptScenario = {
  name: 'nested',
  prompt: 'Plan the refactor.',
  routes: named('nested', [
    main(
      'Plan the refactor.',
      ['Asking the lead.', task('lead', 'Lead the analysis', 'LEAD-1: analyse.')],
      ['The plan is ready.'],
    ),
    {
      name: 'lead',
      prompt: 'LEAD-1',
      steps: [
        { blocks: ['Delegating.', task('explore', 'Read the module', 'LEAF-1: what does auth.js export?')] },
        { blocks: ['The lead is finished.'] },
      ],
    },
    looks('leaf', 'LEAF-1', 'cat src/auth.js'),
  ]),
}

const refused: ScriptStep = { error: { status: 400, message: 'mock: bad request' } }

/** Fails at once, fails after a step, meets a failing command and recovers, is of a type that nobody knows. */
export const failing: ScriptScenario = {
  name: 'failing',
  prompt: 'Try four agents.',
  routes: named('failing', [
    main(
      'Try four agents.',
      [
        'Trying.',
        task('general', 'Fails at once', 'ERR-A: fail.'),
        task('general', 'Fails later', 'ERR-B: fail later.'),
        task('general', 'Tool error', 'ERR-C: bad tool.'),
        task('wizard', 'No such type', 'ERR-D: conjure.'),
      ],
      ['Handled the failures.'],
    ),
    { name: 'fail', prompt: 'ERR-A', steps: [], overflow: refused },
    { name: 'fail-later', prompt: 'ERR-B', steps: [{ blocks: [{ shell: 'echo one' }] }], overflow: refused },
    looks('tool-error', 'ERR-C', 'cat missing; exit 3'),
  ]),
}

/** One agent that is held at the gate `held-<mark>` until somebody cuts the run. */
export function held(mark: string): ScriptScenario {
  const prompt = `Watch the build ${mark}.`
  const calls = [task('general', 'Watch slowly', `HELD-${mark}: watch.`), task('explore', 'Look quickly', `QUICK-${mark}: look.`)]
  const routes = [
    main(prompt, ['Watching.', ...calls], ['Watched.']),
    waits(`held-${mark}`, `HELD-${mark}`),
    looks(`quick-${mark}`, `QUICK-${mark}`, 'ls src'),
  ]
  return { name: `held-${mark}`, prompt, routes: named(mark, routes) }
}

function lastSession(returned: readonly string[]): string {
  return (
    returned
      .join('\n')
      .match(/ses_[A-Za-z0-9]+/g)
      ?.at(-1) ?? 'ses_unknown'
  )
}

/** A second turn sends the agent of the first one on. */
export function continued(mark: string): ScriptScenario & { readonly next: string } {
  const prompt = `Study the sources ${mark}.`
  const next = `Study them further ${mark}.`
  const again: ScriptedCall = {
    tool: 'task',
    input: (returned) => {
      const id = lastSession(returned)
      const words = { description: 'Study further', prompt: `FURTHER-${mark}: go on.`, subagent_type: 'explore' }
      // Older releases call the parameter `session_id`.
      return { ...words, task_id: id, session_id: id }
    },
  }
  const routes = [
    main(prompt, ['Sending one.', task('explore', 'Study sources', `STUDY-${mark}: study.`)], ['Studied.']),
    { ...main(next, ['Sending it on.', again], ['Studied further.']), name: `next-${mark}` },
    looks(`study-${mark}`, `STUDY-${mark}`, 'ls src'),
    looks(`further-${mark}`, `FURTHER-${mark}`, 'ls'),
  ]
  return { name: `continued-${mark}`, prompt, next, routes: named(mark, routes) }
}

/** The parent's turn ends first; the agent is held at the gate `aside` and reports later. */
export const background: ScriptScenario = {
  name: 'background',
  prompt: 'Build in the background.',
  routes: named('background', [
    { name: 'notified', prompt: '<task id=', steps: [{ blocks: ['The background agent has reported.'] }] },
    main(
      'Build in the background.',
      ['Starting it.', task('general', 'Background build', 'ASIDE-1: build.', { background: true })],
      ['It runs in the background.'],
    ),
    waits('aside', 'ASIDE-1'),
  ]),
}

/** An agent that has to ask before it may run a command. */
export const permission: ScriptScenario = {
  name: 'permission',
  prompt: 'Deploy the shop.',
  routes: named('permission', [
    main('Deploy the shop.', ['Delegating.', task('careful', 'Deploy carefully', 'ASK-1: deploy.')], ['Deployed.']),
    looks('careful', 'ASK-1', 'echo deployed'),
  ]),
}

const colours = [
  { label: 'Red', description: 'warm' },
  { label: 'Blue', description: 'cold' },
]

/** The main conversation asks the user. */
export const question: ScriptScenario = {
  name: 'question',
  prompt: 'Ask me which colour.',
  routes: named('question', [
    main(
      'Ask me which colour.',
      [{ tool: 'question', input: { questions: [{ question: 'Which colour?', header: 'Colour', options: colours }] } }],
      ['Thanks for the answer.'],
    ),
  ]),
}
