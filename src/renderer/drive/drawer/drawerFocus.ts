import type { LaunchId } from '../../../shared/drive/launch'

/** Where a person asked to write, until its field is there: a terminal comes to be some frames after its drawer. */
let wanted: LaunchId | null = null

export const drawerFocus = {
  want(launch: LaunchId): void {
    wanted = launch
    // Whoever goes elsewhere meanwhile is not called back.
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, forget, { once: true, capture: true })
  },

  /** True, once: this is where they asked to write. */
  take(launch: LaunchId): boolean {
    const isWanted = wanted === launch
    if (isWanted) forget()
    return isWanted
  },
}

function forget(): void {
  wanted = null
  for (const event of ['pointerdown', 'keydown']) removeEventListener(event, forget, { capture: true })
}
