import './Said.css'
import { Foreign } from '../controls/Foreign'

interface SaidProps {
  readonly title: string
  readonly text?: string
}

/** A pane that has nothing to show says so, and why. */
export function Said({ title, text }: SaidProps) {
  return (
    <div className="insp-said" role="status">
      <p className="f2">{title}</p>
      {text !== undefined && (
        <p>
          <Foreign text={text} />
        </p>
      )}
    </div>
  )
}
