import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { compiled, discard, readLimit, runProduct, stateFolder, takeTurns } from './children.mjs'
import { openCorpus } from './coldIndex.mjs'
import { ms, percent, rate, row } from './row.mjs'

const ROUNDS = 3
const cores = availableParallelism()
/** Read again after dropping, a disk takes at least this much longer than memory; else nothing was dropped. */
const PROOF = 2

/** From the disk itself: the corpus's files, and only these, are dropped from the page cache before every pass. */
export async function uncached() {
  const { folder, list, bytes } = openCorpus('gigabyte')
  const [limit, drop] = [compiled('limit'), compiled('dropCache')]
  if (!limit || !drop) return [row('uncached', 'skipped: no C compiler here')]
  readLimit(limit, list, cores)
  const cached = readLimit(limit, list, cores, 2)
  const afterDrop = async (/** @type {() => any} */ work) => {
    const { status } = spawnSync(drop, [list])
    return status === 0 ? work() : Number.NaN
  }
  const best = await takeTurns(ROUNDS, {
    diskN: () => afterDrop(() => readLimit(limit, list, cores)),
    product: () =>
      afterDrop(async () => {
        const state = stateFolder()
        const { wallMs } = await runProduct(['list'], folder, state)
        discard(state)
        return wallMs
      }),
    disk1: () => afterDrop(() => readLimit(limit, list, 1)),
  })
  if (!(best.diskN.ms > cached * PROOF)) return [row('uncached', 'skipped: the page cache could not be dropped here')]
  const disk = Math.min(best.diskN.ms, best.disk1.ms)
  return [
    row(`uncached \`list\`, ${cores} threads: process start → end`, `${ms(best.product.ms)}, ${rate(bytes, best.product.ms)}`, {
      budget: "≥ 90 % of the disk's read rate",
      ratio: `${percent(disk, best.product.ms)} of ${rate(bytes, disk)}`,
      met: disk / best.product.ms >= 0.9,
    }),
  ]
}
