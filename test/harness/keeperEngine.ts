import { openKeeper } from '../../src/engine/keeper/openKeeper'
import { keeperOptions, script, startHeld } from './keeperStage'

// Its folder is the project’s: this file is bundled elsewhere. An engine in a process of its own, to be killed: launches what it is told, says the id, and goes on listening.
const [home = '', graceMs = '', code = '', intent = '', isKept = ''] = process.argv.slice(2)
const keeper = await openKeeper({ ...keeperOptions(home, { folder: process.cwd() }), graceMs: Number(graceMs) })
const held = await startHeld(keeper, script(code, [], { isKept: isKept === 'kept' }))
await held.write('from the first engine')
process.stdout.write(`${held.id}\n`)
if (intent === 'keep' || intent === 'leave' || intent === 'stop') {
  await keeper.close(intent, 300)
  process.exit(0)
}
setInterval(() => undefined, 1000)
