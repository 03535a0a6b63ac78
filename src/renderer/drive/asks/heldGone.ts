import type { AskId } from '../../../shared/drive/ask'
import { useDrive } from '../useDrive'

/** Asks that are gone and still have words on their card that a person typed. */
const held = new Set<AskId>()

export function isHeldGone(id: AskId): boolean {
  return held.has(id)
}

/** Until it is released, by the person or with its card. */
export function holdGone(id: AskId): () => void {
  held.add(id)
  return () => {
    held.delete(id)
    dropGone((one) => one === id)
  }
}

export function dropGone(isMeant: (id: AskId) => boolean): void {
  const { gone, own } = useDrive.getState()
  const left = gone.filter(({ ask }) => !isMeant(ask.id))
  const isLeft = (id: AskId): boolean => !isMeant(id)
  if (left.length !== gone.length) useDrive.setState({ gone: left, own: new Set([...own].filter(isLeft)) })
}
