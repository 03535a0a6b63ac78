import { create } from 'zustand'
import type { LaunchId } from '../../../shared/drive/launch'

/** Whose asks stand in the drawer now: they need not stand in the inspector as well. Set by `DrawerAsks` alone. */
export const useAsksInDrawer = create<{ readonly launch: LaunchId | null }>(() => ({ launch: null }))
