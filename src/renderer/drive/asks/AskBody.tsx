import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** What is asked, as high as there is room. That there is more of it below must be seen: it is allowed along with the rest. */
export function AskBody({ children }: { readonly children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [hasMore, setMore] = useState(false)
  const look = (): void => {
    const { current } = body
    if (current) setMore(current.scrollHeight - current.scrollTop - current.clientHeight > 4)
  }
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const part of element.children) observer.observe(part)
    return () => observer.disconnect()
  })
  const go = (): void => body.current?.scrollBy({ top: Math.max(24, body.current.clientHeight - 24) })
  return (
    <>
      <div className="ask-body" ref={body} onScroll={look}>
        {children}
      </div>
      {hasMore && (
        <button type="button" className="ask-more" onClick={go}>
          more below ↓
        </button>
      )}
    </>
  )
}
