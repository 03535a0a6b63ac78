import { join } from 'node:path'
import { projectRoot } from '../../scripts/project.mjs'
import { measure, takeTurns } from './children.mjs'
import { ms, percent, row, times } from './row.mjs'

const IDLE_SECONDS = 20
const PER_SECOND = 50
const SECONDS = 6

/** A database of 50 000 sessions in two gigabytes. */
export async function opencode() {
  const folder = join(projectRoot, '.cache', 'bench', 'corpora', 'opencode50000')
  const one = (/** @type {(string | number)[]} */ ...args) => measure('storing', ...args)[0]
  const { bytes, sessions } = one('make', folder)
  const { list, follow, alone, watched } = await takeTurns(3, {
    list: () => one('list', folder),
    follow: () => one('follow', folder, PER_SECOND, SECONDS),
    alone: () => one('rate', folder, SECONDS, 'alone'),
    watched: () => one('rate', folder, SECONDS, 'watched'),
  })
  const idle = one('idle', folder, IDLE_SECONDS)
  const slower = watched.perCommitUs / alone.perCommitUs
  return [
    row(`first list, ${sessions} sessions in ${(bytes / 1e9).toFixed(1)} GB`, ms(list.firstMs), {
      budget: '≤ 300 ms',
      met: list.firstMs <= 300,
      ratio: `${list.rssMb.toFixed(0)} MB`,
    }),
    row('list again, nothing changed', ms(list.againMs)),
    row(`idle CPU, watched, ${IDLE_SECONDS} s`, `${idle.idlePercent.toFixed(3)} %`, {
      budget: '< 1 %',
      met: idle.idlePercent < 1,
    }),
    row('one look where nothing changed', `${idle.lookUs.toFixed(0)} µs`, { budget: '~60 µs' }),
    row(
      `commit → hint and reading, ${PER_SECOND} a second`,
      `p50 ${ms(follow.p50Ms)}, p95 ${ms(follow.p95Ms)}, lost ${follow.lost}`,
      {
        budget: 'p95 ≤ 120 ms',
        met: follow.p95Ms <= 120 && follow.lost === 0,
        ratio: `${follow.usedPercent.toFixed(1)} % CPU`,
      },
    ),
    row(
      'a writer’s commit, as fast as it can',
      `${watched.perCommitUs.toFixed(1)} µs watched, ${alone.perCommitUs.toFixed(1)} µs alone`,
      {
        budget: '≤ 1.05×',
        ratio: `${times(slower)} (${percent(slower - 1, 1)})`,
        met: slower <= 1.05,
      },
    ),
  ]
}
