import { existsSync } from 'node:fs'
import { keeperFolders } from '../../keeper/keeperFolders'
import { HeldId } from '../../shared/ids'
import { fail, ok } from '../../shared/result'
import type { Held } from '../keeper/held'
import { keeperStart } from '../keeper/keeperStart'
import { type Keeper, openKeeper } from '../keeper/openKeeper'
import type { Variables } from '../settingsFromEnvironment'
import type { DeskKeeper, KeptProcess } from './deskKeeper'
import { faultOf, heldByKeeper, terminalOf } from './heldByKeeper'

/** The keeper of a state folder, met when it is first needed: who never starts a session needs none. */
export function ownKeeper(stateFolder: string, env: Variables): DeskKeeper {
  let opening: Promise<Keeper> | null = null
  let opened: Keeper | null = null
  const kept = new Map<string, KeptProcess>()
  const isElectron = process.versions['electron'] !== undefined
  const open = (): Promise<Keeper> => {
    opening ??= openKeeper({
      home: stateFolder,
      howToStart: keeperStart({ env, execPath: process.execPath, isElectron }),
    }).then((keeper) => {
      opened = keeper
      return keeper
    })
    return opening
  }
  const keptOf = (keeper: Keeper, held: Held): KeptProcess => {
    const known = kept.get(held.id) ?? {
      id: held.id,
      held: heldByKeeper(keeper, held),
      argv: held.argv.slice(1),
      memo: held.note,
    }
    kept.set(held.id, known)
    return known
  }
  return {
    async hold({ program, argv, folder, env: childEnv, terminal }, memo, isKept = false) {
      const keeper = await open()
      const size = terminal && { cols: terminal.columns, rows: terminal.rows }
      const spec = { file: program, args: argv, cwd: folder, env: childEnv, note: asJson(memo), isKept }
      const started = await keeper.start(size ? { ...spec, terminal: size } : spec)
      return started.ok ? ok(keptOf(keeper, started.value)) : fail(faultOf(started.failure))
    },
    async keep(id, isKept) {
      await opened?.get(HeldId.parse(id))?.keep(isKept)
    },
    trouble: () => opened?.trouble() ?? null,
    async list() {
      if (!opening && !existsSync(keeperFolders(stateFolder).launches)) return []
      const keeper = await open()
      return (await keeper.list()).map((held) => keptOf(keeper, held))
    },
    async forget(id) {
      kept.delete(id)
      await opened?.get(HeldId.parse(id))?.forget()
    },
    terminal(id) {
      const held = opened?.get(HeldId.parse(id))
      return held?.mode === 'terminal' ? terminalOf(held) : null
    },
    async close(farewell) {
      await (await opening)?.close(farewell)
    },
  }
}

/** Kept as JSON: what JSON does not know is not kept. */
function asJson(memo: unknown): Held['note'] {
  return JSON.parse(JSON.stringify(memo ?? null)) as Held['note'] // What came out of JSON is JSON.
}
