import { Icon } from '../../controls/Icon'

interface BigChoiceProps {
  readonly icon: string
  readonly title: string
  readonly words: string
  readonly shortcut?: string
  readonly isFirst?: boolean
  /** It cannot be chosen: `words` say why. */
  readonly isOff?: boolean
  readonly onChoose: () => void
}

/** One of a few ways on, with what it means. */
export function BigChoice({ icon, title, words, shortcut, isFirst = false, isOff = false, onChoose }: BigChoiceProps) {
  return (
    <button
      type="button"
      className={`big-choice${isFirst ? ' is-first' : ''}${isOff ? ' off' : ''}`}
      aria-disabled={isOff || undefined}
      aria-description={isOff ? words : undefined}
      onClick={isOff ? undefined : onChoose}
      {...(isFirst ? { 'data-first-focus': '' } : {})}
    >
      <Icon name={icon} className={isFirst ? 'acc' : ''} />
      <span className="grow">
        <span className="big-choice-title">{title}</span>
        <span className="f3">{words}</span>
      </span>
      {shortcut !== undefined && <span className="kbd">{shortcut}</span>}
    </button>
  )
}
