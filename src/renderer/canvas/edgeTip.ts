import { create } from 'zustand'
import type { AgentKey } from '../../shared/ids'

/** Why an agent hangs where it hangs, beside its edge. It can be pressed, so it stays while the pointer is on its way to it. */
export const useEdgeTip = create<{ readonly shown: { readonly key: AgentKey; readonly x: number; readonly y: number } | null }>(
  () => ({
    shown: null,
  }),
)

const waitMs = 300
const graceMs = 350
let timer: ReturnType<typeof setTimeout> | undefined

export function showEdgeTip(key: AgentKey, x: number, y: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => useEdgeTip.setState({ shown: { key, x, y } }), waitMs)
}

export function hideEdgeTip(isNow = false): void {
  clearTimeout(timer)
  if (isNow) useEdgeTip.setState({ shown: null })
  else if (useEdgeTip.getState().shown) timer = setTimeout(() => useEdgeTip.setState({ shown: null }), graceMs)
}

export function keepEdgeTip(): void {
  clearTimeout(timer)
}
