import { ensureCorpus } from '../corpus.mjs'
import { measure, takeTurns } from './children.mjs'
import { ms, row, times } from './row.mjs'

const IDLE_SECONDS = 30

/** 10 000 agents in one run. */
export async function linking() {
  const { folder, agents } = ensureCorpus('agents10000')
  const { all } = await takeTurns(3, { all: () => measure('linking', folder)[0] })
  const load = all.loadMs + all.linkMs
  return [
    row(`load and link ${agents} agents`, `${ms(load)} (link ${ms(all.linkMs)})`, { budget: '< 2 s', met: load < 2000 }),
    row('link them again after a changed setting', ms(all.relinkMs), { budget: '< 1 s', met: all.relinkMs < 1000 }),
    row('one new agent among them → patch', ms(all.structuralMs)),
    row('one plain append among them → patch', ms(all.appendMs), { budget: '≤ 2 ms CPU per append', met: all.appendMs <= 2 }),
  ]
}

/** Known before, a little changed. */
export async function laterStart() {
  const { folder } = ensureCorpus('files5000')
  const { all } = await takeTurns(3, { all: () => measure('starting', folder)[0] })
  return [
    row(`later start, ${all.files} files, 1 % of the transcripts grown by 20 KB: open + list`, ms(all.startMs), {
      budget: '≤ 1.5× walk + stat',
      ratio: `${times(all.startMs / all.walkMs)} of ${ms(all.walkMs)}`,
      met: all.startMs / all.walkMs <= 1.5,
    }),
    row('the same, nothing changed', ms(all.unchangedMs), { ratio: `${times(all.unchangedMs / all.walkMs)} walk + stat` }),
  ]
}

/** Watched, and nothing happens. */
export async function idling() {
  const rows = []
  for (const name of /** @type {const} */ (['files5000', 'files20000', 'gigabyte'])) {
    const { folder, files } = ensureCorpus(name)
    const { all } = await takeTurns(1, { all: () => measure('idling', folder, IDLE_SECONDS)[0] })
    const isBudgeted = name === 'files5000'
    rows.push(
      row(`idle CPU, ${files} transcripts watched, ${IDLE_SECONDS} s`, `${all.idlePercent.toFixed(3)} %`, {
        ...(isBudgeted ? { budget: '≤ 0.1 %', met: all.idlePercent <= 0.1 } : {}),
        rivals: isBudgeted ? '~0 % (all)' : '',
      }),
      row(
        `memory while they are watched (${name})`,
        `${all.rssMb.toFixed(0)} MB, heap ${all.heapMb.toFixed(0)} MB; after list ${all.listRssMb.toFixed(0)} MB`,
        {
          ...(name === 'gigabyte' ? { budget: '≤ 160 MB', met: all.rssMb <= 160 } : {}),
        },
      ),
    )
  }
  return rows
}

/** What the watchers lose. */
export async function losses() {
  return measure('losing').map(({ hazard, changed, lost, settleMs, faults }) =>
    row(`lost final states: ${hazard} (${changed} files)`, `${lost}, settled after ${ms(settleMs)}, ${faults} gaps`, {
      budget: '0',
      met: lost === 0 && faults === 0,
      rivals: hazard === 'double append' ? 'chokidar 4 and 5: 30 of 30' : '',
    }),
  )
}
