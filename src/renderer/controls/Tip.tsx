import './Tip.css'
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
} from 'react'
import { create } from 'zustand'
import type { Rect } from './placeBox'
import { useBoxPlace } from './useBoxPlace'

interface Shown {
  readonly anchor: Rect
  readonly content: ReactNode
}

const useTip = create<{ readonly shown: Shown | null }>(() => ({ shown: null }))
const tipId = 'tip'
const waitMs = 300
let timer: ReturnType<typeof setTimeout> | undefined
let described: Element | null = null

/** At a point of the window, at once: who draws on a canvas waits for itself. */
export function showTip({ x, y, content }: { readonly x: number; readonly y: number; readonly content: ReactNode }): void {
  show({ anchor: { x: x + 8, y: y - 4, width: 0, height: 20 }, content }, null)
}

export function hideTip(): void {
  clearTimeout(timer)
  described?.removeAttribute('aria-describedby')
  described = null
  if (useTip.getState().shown) useTip.setState({ shown: null })
}

function show(shown: Shown, element: Element | null): void {
  hideTip()
  if (element && !element.hasAttribute('aria-describedby')) {
    element.setAttribute('aria-describedby', tipId)
    described = element
  }
  useTip.setState({ shown })
}

interface TipProps {
  /** Null: nothing to say at the moment. */
  readonly text: ReactNode
  /** One element of the page itself. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>
}

/** Says more about an element when the pointer rests on it or the keyboard reaches it. */
export function Tip({ text, children }: TipProps) {
  if (text === null || text === undefined || text === '') return children
  const later = (element: Element): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // Gone meanwhile: its place would be the corner of the window.
      if (element.isConnected) show({ anchor: element.getBoundingClientRect(), content: text }, element)
    }, waitMs)
  }
  const { props } = children
  return cloneElement(children, {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      props.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') later(event.currentTarget)
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      props.onPointerLeave?.(event)
      hideTip()
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      props.onPointerDown?.(event)
      hideTip()
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      props.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) later(event.currentTarget)
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      props.onBlur?.(event)
      hideTip()
    },
  })
}

/** Rendered once, above everything. */
export function TipLayer() {
  const shown = useTip((state) => state.shown)
  const box = useRef<HTMLDivElement>(null)
  useBoxPlace(box, shown?.anchor ?? null, 6)
  return shown ? (
    <div className="tip-box" role="tooltip" id={tipId} ref={box}>
      {shown.content}
    </div>
  ) : null
}
