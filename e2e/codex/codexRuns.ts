import { CUT, DONE, type ExpectedCall, FAILED, type PlayedRun } from '../playedRun'

type Outcome = Omit<ExpectedCall, 'mark' | 'parent' | 'routes' | 'again'> & { readonly parent?: string; readonly more?: string }

function call(mark: string, route: string, { more, ...outcome }: Outcome = { phases: DONE }): ExpectedCall {
  return { parent: null, ...outcome, mark, routes: more ? [route, more] : [route] }
}

function run(name: string, id: string, routes: readonly string[], calls: readonly ExpectedCall[], phases = DONE): PlayedRun {
  return { name, id, uri: `codex://${id}`, calls, routes, phases }
}

export function parallelRun(mark: string, id: string): PlayedRun {
  const calls = [
    call(`ALPHA-${mark}`, `alpha-${mark}`, { phases: DONE, type: 'explorer' }),
    call(`BETA-${mark}`, `beta-${mark}`, { phases: DONE, type: 'worker' }),
    call(`GAMMA-${mark}`, `gamma-${mark}`),
  ]
  return run(`parallel-${mark}`, id, [`main-${mark}`], calls)
}

export function nestedRun(id: string): PlayedRun {
  const calls = [
    call('LEAD-1', 'lead'),
    call('SCHEMA-1', 'schema', { phases: DONE, parent: 'LEAD-1', type: 'explorer' }),
    call('QUERIES-1', 'queries', { phases: DONE, parent: 'LEAD-1' }),
  ]
  return run('nested', id, ['main-nested'], calls)
}

export function failingRun(id: string, mayBeSilent = false): PlayedRun {
  const calls = [
    call('ERR-A', 'fail', { phases: FAILED, mayBeSilent }),
    call('ERR-B', 'fail-later', { phases: FAILED, mayBeSilent }),
    call('ERR-C', 'recover'),
    call('ERR-D', '', { phases: FAILED, hasChild: false }),
  ]
  return run('failing', id, ['main-failing'], calls)
}

/** The run that was cut while one of its two agents was at work. */
export function heldRun(mark: string, id: string): PlayedRun {
  const calls = [call(`HELD-${mark}`, `held-${mark}`, { phases: CUT }), call(`QUICK-${mark}`, `quick-${mark}`)]
  return run(`held-${mark}`, id, [`main-${mark}`], calls, CUT)
}

export function continuedRun(mark: string, id: string): PlayedRun {
  const calls = [call(`STUDY-${mark}`, `study-${mark}`, { phases: DONE, more: `further-${mark}` })]
  return run(`continued-${mark}`, id, [`main-${mark}`, `next-${mark}`], calls)
}

/** Its agent begins with a copy of its history, which is not the agent's own work. */
export function inheritingRun(mark: string, id: string, original?: string): PlayedRun {
  const played = run(`inheriting-${mark}`, id, [`main-${mark}`], [call(`HEIR-${mark}`, `heir-${mark}`)])
  return original ? { ...played, forkedFrom: [`codex://${original}`] } : played
}

export function approvalRun(id: string): PlayedRun {
  return run('approval', id, ['main-approval'], [call('DEPLOY-1', 'deploy')])
}

export function backgroundRun(id: string): PlayedRun {
  return run('background', id, ['main-background'], [call('ASIDE-1', 'aside')])
}

export function questionRun(id: string): PlayedRun {
  return run('question', id, ['main-question'], [])
}

export function treeRun(id: string): PlayedRun {
  const calls = [
    call('FACTS-1', 'facts', { phases: DONE, more: 'facts-more' }),
    call('DATES-1', 'dates', { phases: DONE, parent: 'FACTS-1' }),
    call('STYLE-1', 'style'),
    call('SLOW-1', 'slow', { phases: CUT }),
  ]
  return run('tree', id, ['main-tree'], calls)
}
