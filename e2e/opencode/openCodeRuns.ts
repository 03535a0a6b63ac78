import { CUT, DONE, type ExpectedCall, FAILED, type PlayedRun } from '../playedRun'

type Outcome = Omit<ExpectedCall, 'mark' | 'description' | 'type' | 'parent' | 'routes'> & { readonly parent?: string }

function call(mark: string, type: string, description: string, route: string, outcome: Outcome = { phases: DONE }): ExpectedCall {
  return { parent: null, again: [], background: false, ...outcome, mark, type, description, routes: [route] }
}

function run(name: string, id: string, routes: readonly string[], calls: readonly ExpectedCall[], phases = DONE): PlayedRun {
  return { name, id, uri: `opencode://${id}`, calls, routes, phases }
}

export function parallelRun(mark: string, id: string): PlayedRun {
  return run(
    `parallel-${mark}`,
    id,
    [`main-${mark}`],
    [
      call(`EXPLORE-${mark}`, 'explore', 'List modules', `explore-${mark}`),
      call(`GENERAL-${mark}`, 'general', 'Study the cart', `general-${mark}`),
      call(`REVIEW-${mark}`, 'reviewer', 'Review login', `review-${mark}`),
    ],
  )
}

export function nestedRun(id: string): PlayedRun {
  const leaf = call('LEAF-1', 'explore', 'Read the module', 'leaf', { phases: DONE, parent: 'LEAD-1' })
  return run('nested', id, ['main-nested'], [call('LEAD-1', 'lead', 'Lead the analysis', 'lead'), leaf])
}

export function failingRun(id: string): PlayedRun {
  const calls = [
    call('ERR-A', 'general', 'Fails at once', 'fail', { phases: FAILED }),
    call('ERR-B', 'general', 'Fails later', 'fail-later', { phases: FAILED }),
    call('ERR-C', 'general', 'Tool error', 'tool-error'),
    call('ERR-D', 'wizard', 'No such type', '', { phases: FAILED, hasChild: false }),
  ]
  return run('failing', id, ['main-failing'], calls)
}

function heldCalls(mark: string): ExpectedCall[] {
  const held = call(`HELD-${mark}`, 'general', 'Watch slowly', `held-${mark}`, { phases: CUT })
  return [held, call(`QUICK-${mark}`, 'explore', 'Look quickly', `quick-${mark}`)]
}

/** The run that was cut while one of its two agents was at work: what an answer cost is written when its calls have returned. */
export function heldRun(mark: string, id: string): PlayedRun {
  return run(`held-${mark}`, id, [], heldCalls(mark), CUT)
}

/** It was cut with its server, and went on with the next one. */
export function revivedRun(mark: string, later: string, id: string): PlayedRun {
  const calls = [...heldCalls(mark), call(`STUDY-${later}`, 'explore', 'Study sources', `study-${later}`)]
  return run(`revived-${mark}`, id, [`main-${later}`], calls)
}

export function continuedRun(mark: string, id: string): PlayedRun {
  const study = call(`STUDY-${mark}`, 'explore', 'Study sources', `study-${mark}`, { phases: DONE, again: [`FURTHER-${mark}`] })
  const calls = [{ ...study, routes: [`study-${mark}`, `further-${mark}`] }]
  return run(`continued-${mark}`, id, [`main-${mark}`, `next-${mark}`], calls)
}

/** What it counts includes what it has copied. */
export function forkedRun(mark: string, id: string, original: string): PlayedRun {
  const calls = [call(`STUDY-${mark}`, 'explore', 'Study sources', `study-${mark}`)]
  const forkedFrom = [null, `opencode://${original}`]
  return { ...run(`forked-${mark}`, id, [], calls), routes: null, forkedFrom }
}

export function backgroundRun(id: string): PlayedRun {
  const calls = [call('ASIDE-1', 'general', 'Background build', 'aside', { phases: DONE, background: true })]
  return run('background', id, ['main-background', 'notified'], calls)
}

/** Of a release that does not know how, asked for it nevertheless: the session waits for its agent as always. */
export function asideRun(id: string): PlayedRun {
  return run('not-aside', id, ['main-background'], [call('ASIDE-1', 'general', 'Background build', 'aside')])
}

export function permissionRun(id: string): PlayedRun {
  return run('permission', id, ['main-permission'], [call('ASK-1', 'careful', 'Deploy carefully', 'careful')])
}

export function questionRun(id: string): PlayedRun {
  return run('question', id, ['main-question'], [])
}
