import type { LaunchOrigin } from '../../../shared/drive/launchWish'
import type { OfferedAct } from '../../../shared/drive/offeredAct'

interface HowChoiceProps {
  readonly acts: readonly OfferedAct[]
  readonly how: LaunchOrigin['how']
  readonly onTake: (how: LaunchOrigin['how']) => void
}

/** As it was recorded, or as a text. A run that is resumed is neither. */
export function HowChoice({ acts, how, onTake }: HowChoiceProps) {
  if (how === 'resume') return null
  const own = ownWay(acts)
  const text = acts.find(({ name }) => name === 'render')
  const ownHow = how === 'render' ? (own?.origin?.how ?? 'continue') : how
  const ownReason = own ? own.reason : 'this tool has no way to do this'
  const offered = [
    {
      value: ownHow,
      name: 'As a run of its own',
      words: ownReason ?? 'exactly as recorded, results and all',
      isOff: ownReason !== null,
    },
    {
      value: 'render' as const,
      name: 'As text in a first prompt',
      words: text?.reason ?? 'any tool; calls and results are told, not replayed',
      isOff: text?.reason != null,
    },
  ]
  return (
    <div className="two-ways" role="radiogroup" aria-label="How its context goes along">
      {offered.map(({ value, name, words, isOff }) => (
        <label key={value} className={isOff ? 'big-radio off' : 'big-radio'}>
          <input type="radio" name="how" checked={how === value} disabled={isOff} onChange={() => onTake(value)} />
          <span>
            <span className="f1">{name}</span>
            <span className="f3">{words}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** Of what the product itself has, the first that can be done. */
function ownWay(acts: readonly OfferedAct[]): OfferedAct | undefined {
  const ways = (['continue', 'fork'] as const).flatMap(
    (name) => acts.find((act) => act.name === name && act.origin !== null) ?? [],
  )
  return ways.find(({ reason }) => reason === null) ?? ways[0]
}
