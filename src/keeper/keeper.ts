import { keeperMark } from '../shared/keeperMessages'
import { runKeeper, usualTimes } from './runKeeper'

// Its command is `keeper.js <mark> <home>`; an installed app runs this file with its own words before the mark.
const [home] = process.argv.slice(process.argv.indexOf(keeperMark) + 1)
if (home === undefined) throw new Error('a keeper needs a home')
// Only tests are in such a hurry.
const idleMs = Number(process.env['UNDERSTORY_KEEPER_IDLE_MS']) || usualTimes.idleMs
const stepMs = Number(process.env['UNDERSTORY_KEEPER_STEP_MS']) || usualTimes.stepMs
const outcome = await runKeeper(home, { idleMs, stepMs })
// Nothing is held any more; what is still on its way to a visitor is a farewell.
setImmediate(() => process.exit(outcome === 'ended' ? 0 : 3))
