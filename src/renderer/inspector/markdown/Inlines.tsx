import { createElement, type MouseEvent } from 'react'
import { askToOpen } from '../askToOpen'
import { inOrder } from '../inOrder'
import type { Inline } from './block'

export function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inOrder(inlines).map(({ place, value }) => <InlineView inline={value} key={place} />)
}

function InlineView({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'strong':
    case 'em':
    case 'del':
      return createElement(inline.kind === 'strong' ? 'b' : inline.kind, null, <Inlines inlines={inline.inlines} />)
    case 'link':
      return <LinkView link={inline} />
    case 'break':
      return <br />
    default:
      return inline satisfies never
  }
}

/** A button, not a link: nothing leaves the page before the person has seen where it leads. */
function LinkView({ link }: { readonly link: Extract<Inline, { kind: 'link' }> }) {
  const ask = (event: MouseEvent<HTMLButtonElement>): void => askToOpen(event.currentTarget, link)
  return (
    <button type="button" className="md-link" onClick={ask}>
      <Inlines inlines={link.inlines} />
    </button>
  )
}
