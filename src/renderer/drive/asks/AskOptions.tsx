import type { Ask } from '../../../shared/drive/ask'
import { exactText } from '../../../shared/exactText'
import { Tip } from '../../controls/Tip'
import { commandKey } from '../../window/commandKey'
import { keyOfOption } from './optionOfKey'

type Option = Ask['options'][number]

interface AskOptionsProps {
  readonly ask: Ask
  /** Of what is only told in brief nothing can be allowed. */
  readonly isWhole: boolean
  /** Too new where it stands, or answered. */
  readonly isDeaf: boolean
  readonly hindrance: string | null
  readonly isSending: boolean
  readonly onChoose: (option: Option) => void
  /** Sends what was chosen in the fields; null: there are none. */
  readonly onAnswer: (() => void) | null
  readonly unanswered: readonly Ask['questions'][number][]
}

/** Exactly what the product offers, in its order. */
export function AskOptions({ ask, isWhole, isDeaf, hindrance, isSending, onChoose, onAnswer, unanswered }: AskOptionsProps) {
  const missing = unanswered[0]
  const unmet = missing ? `No answer yet: ${exactText(missing.header ?? missing.text).slice(0, 200)}` : null
  const why = hindrance ?? unmet
  const count = ask.questions.length
  return (
    <div className="ask-options">
      {onAnswer && (
        <Tip text={why}>
          <button
            type="button"
            className="btn primary"
            aria-disabled={missing !== undefined || isDeaf || undefined}
            aria-description={why ?? undefined}
            onClick={onAnswer}
          >
            <span className="grow">
              {isSending ? 'Answering …' : 'Answer'}
              {count > 1 && ` · ${count - unanswered.length} of ${count}`}
            </span>{' '}
            <span className="kbd">{commandKey('Enter')}</span>
          </button>
        </Tip>
      )}
      {ask.options.map((option, at) => (
        <OptionButton
          key={option.id}
          option={option}
          shortcut={keyOfOption(ask, option)}
          isFirst={at === 0 && onAnswer === null}
          isOff={isDeaf || (!isWhole && (option.effect === 'once' || option.effect === 'always'))}
          hindrance={hindrance}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface OptionButtonProps {
  readonly option: Option
  readonly shortcut: string | null
  readonly isFirst: boolean
  readonly isOff: boolean
  readonly hindrance: string | null
  readonly onChoose: (option: Option) => void
}

/** Longer ones are a text, and stand on the card. */
const longest = 2000

function OptionButton({ option, shortcut, isFirst, isOff, hindrance, onChoose }: OptionButtonProps) {
  const { label, note, takesMessage } = option
  const words = exactText(label.replaceAll('\n', '\\n')).slice(0, longest)
  const scope = note === null ? '' : exactText(note)
  return (
    <Tip text={hindrance ?? <OptionWords words={words} scope={scope} />}>
      <button
        type="button"
        className={`btn${isFirst && option.effect === 'once' ? ' primary' : ''}`}
        aria-disabled={isOff || undefined}
        aria-description={hindrance ?? undefined}
        aria-keyshortcuts={shortcut ?? undefined}
        onClick={() => !isOff && onChoose(option)}
      >
        <span className="ask-option grow">
          <span className="cut">
            <bdi>{words}</bdi>
            {takesMessage && ', with a reason …'}
          </span>
          {scope !== '' && <bdi className="ask-note"> {scope}</bdi>}
        </span>
        {shortcut !== null && <span className="kbd">{shortcut}</span>}
      </button>
    </Tip>
  )
}

function OptionWords({ words, scope }: { readonly words: string; readonly scope: string }) {
  return (
    <span className="ask-option-tip">
      <bdi>{words}</bdi>
      {scope !== '' && <bdi className="f2"> {scope}</bdi>}
    </span>
  )
}
