import { exactStretches } from '../../shared/exactText'
import { inOrder } from '../inspector/inOrder'

/** Text that somebody will let run: every character of it is seen, and what draws nothing is marked as what it is. */
export function ExactText({ text }: { readonly text: string }) {
  return inOrder(exactStretches(text)).map(({ place, value }) =>
    value.kind === 'plain' ? (
      value.text
    ) : (
      <span className="esc" title={`The character ${value.code}, which draws nothing or something else`} key={place}>
        {value.text}
      </span>
    ),
  )
}
