import { useEffect, useState } from 'react'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { faultOf } from '../../store/client'
import { readImage } from '../transcript/readImage'

interface ItemImagesProps {
  readonly run: RunUri
  readonly agent: AgentKey
  /** Null: not known yet. */
  readonly n: number | null
  readonly count: number
}

const mostShown = 20

export function ItemImages({ run, agent, n, count }: ItemImagesProps) {
  return (
    <div className="item-images">
      {[...Array(Math.min(count, mostShown)).keys()].map((index) => (
        <ItemImage key={index} run={run} agent={agent} n={n} index={index} />
      ))}
      {count > mostShown && <p className="show-told">{count - mostShown} more images</p>}
    </div>
  )
}

interface ItemImageProps {
  readonly run: RunUri
  readonly agent: AgentKey
  /** Null: not known yet. */
  readonly n: number | null
  readonly index: number
}

function ItemImage({ run, agent, n, index }: ItemImageProps) {
  const [shown, setShown] = useState<{ readonly url: string } | { readonly reason: string } | null>(null)
  useEffect(() => {
    if (n === null) return
    const stop = new AbortController()
    let url: string | null = null
    readImage({ run, key: agent, n, index }, stop.signal).then(
      (image) => {
        if (stop.signal.aborted) return
        url = image ? URL.createObjectURL(image) : null
        setShown(url === null ? { reason: 'This kind of image is not shown.' } : { url })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setShown({ reason: faultOf(error).message })
      },
    )
    return () => {
      stop.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [run, agent, n, index])
  if (!shown) return <div className="item-image" />
  if ('reason' in shown)
    return (
      <p className="show-told">
        image {index + 1}: {shown.reason}
      </p>
    )
  return <img className="item-image" src={shown.url} alt={`${index + 1} of this item`} />
}
