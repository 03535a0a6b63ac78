// What the conversations' database of one product costs us and its writer: `storing make <folder>` makes one, `storing <part> <folder>` measures.
import { cpuMs, report, rssMb, sleep } from './measure/report'
import { makeStore } from './measure/storeCorpus'
import { listStore, watchStore, writeStore } from './measure/storeCosts'

const [, , part = '', folder = '', seconds = '10', watched = ''] = process.argv

if (part === 'make') report({ ...makeStore(folder) })
if (part === 'list') report(listStore(folder))
if (part === 'write') report(await writeStore(folder, Number(seconds), watched === 'watched'))
if (part === 'follow') report(await watchStore(folder, Number(seconds)))
if (part === 'idle') report(await idle(folder, Number(seconds)))

async function idle(root: string, forSeconds: number) {
  const { openOpencodeStore } = await import('../src/connect/opencode/store/openOpencodeStore')
  const store = openOpencodeStore({ root, variables: {} })
  store.list()
  const watch = store.watch(() => undefined)
  await watch.ready
  await sleep(1000)
  const cpu = process.cpuUsage()
  const began = performance.now()
  await sleep(forSeconds * 1000)
  const used = cpuMs(cpu)
  const elapsed = performance.now() - began
  const looks = 2000
  const asked = performance.now()
  for (let i = 0; i < looks; i++) store.list()
  const values = { idlePercent: (used / elapsed) * 100, lookUs: ((performance.now() - asked) / looks) * 1000, rssMb: rssMb() }
  watch.close()
  store.close()
  return values
}
