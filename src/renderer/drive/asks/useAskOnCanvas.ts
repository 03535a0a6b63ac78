import { create } from 'zustand'
import type { AskId } from '../../../shared/drive/ask'

/** The ask that stands beside its node now: it need not stand in the inspector as well. Set by `NodeAsk` alone. */
export const useAskOnCanvas = create<{ readonly ask: AskId | null }>(() => ({ ask: null }))
