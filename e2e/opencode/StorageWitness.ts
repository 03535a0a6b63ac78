import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Witness } from '../Witness'
import { taskCall } from './taskCall'

/** Looks into the JSON files of OpenCode before 1.2, which are written in place. */
export class StorageWitness extends Witness {
  private readonly folder: string
  private readonly seen = new Map<string, string>()

  constructor(root: string) {
    super()
    this.folder = join(root, 'opencode', 'storage')
  }

  protected override read(): void {
    const sessions = this.changed('session') as readonly { readonly id: string; readonly parentID?: string }[]
    for (const { id, parentID } of sessions) this.seeThread(id, parentID ?? null)
    for (const part of this.changed('part') as readonly { readonly sessionID: string }[]) {
      const call = taskCall(part.sessionID, part)
      if (call) this.seeCall(call)
    }
  }

  private changed(kind: string): unknown[] {
    const folder = join(this.folder, kind)
    let names: string[]
    try {
      names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    } catch {
      return []
    }
    return names.filter((name) => name.endsWith('.json')).flatMap((name) => this.parse(join(folder, name)))
  }

  private parse(path: string): unknown[] {
    const stat = statSync(path, { throwIfNoEntry: false })
    const mark = `${stat?.mtimeMs} ${stat?.size}`
    if (!stat || this.seen.get(path) === mark) return []
    try {
      const value = JSON.parse(readFileSync(path, 'utf8')) as unknown
      this.seen.set(path, mark)
      return [value]
    } catch {
      // Half written: the next look finds it whole.
      return []
    }
  }
}
