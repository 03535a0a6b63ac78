import { create } from 'zustand'
import type { AgentKey } from '../../shared/ids'
import { useUi } from '../store/ui'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

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

const reach = 60

/** While it is shown: whatever the pointer does away from it, a key or another view take it away. */
export function watchEdgeTip(box: HTMLElement): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true, passive: true }
  const isOn = (event: Event): boolean => event.target instanceof Node && box.contains(event.target)
  const hideNow = (event: Event): void => {
    if (!isOn(event)) hideEdgeTip(true)
  }
  const move = (event: PointerEvent): void => {
    const { left, top, right, bottom } = box.getBoundingClientRect()
    const x = Math.max(left - event.clientX, 0, event.clientX - right)
    const y = Math.max(top - event.clientY, 0, event.clientY - bottom)
    if (!isOn(event) && Math.hypot(x, y) > reach) hideEdgeTip(true)
  }
  addEventListener('pointermove', move, options)
  for (const kind of ['pointerdown', 'wheel', 'keydown', 'scroll', 'blur']) addEventListener(kind, hideNow, options)
  document.documentElement.addEventListener('pointerleave', () => hideEdgeTip(true), { signal: controller.signal })
  const ends = [
    useCamera.subscribe(({ camera }, before) => camera !== before.camera && hideEdgeTip(true)),
    useScene.subscribe(({ scene }, before) => scene?.layout !== before.scene?.layout && hideEdgeTip(true)),
    useUi.subscribe(({ selected, run }, before) => (selected !== before.selected || run !== before.run) && hideEdgeTip(true)),
  ]
  return () => {
    controller.abort()
    for (const end of ends) end()
  }
}

export function keepEdgeTip(): void {
  clearTimeout(timer)
}
