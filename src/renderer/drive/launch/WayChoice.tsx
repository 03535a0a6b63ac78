import type { LaunchWay } from '../../../shared/drive/launchWish'

interface WayChoiceProps {
  readonly way: LaunchWay
  readonly ways: readonly LaunchWay[]
  readonly onChange: (way: LaunchWay) => void
}

const offered: readonly (readonly [way: LaunchWay, name: string, words: string])[] = [
  ['headless', 'Headless', 'answers, messages and interrupts from here'],
  ['terminal', 'Terminal', 'the tool’s own interface, in the drawer'],
]

export function WayChoice({ way, ways, onChange }: WayChoiceProps) {
  return (
    <div className="two-ways" role="radiogroup" aria-label="How it runs">
      {offered.map(([value, name, words]) => (
        <label key={value} className={ways.includes(value) ? 'big-radio' : 'big-radio off'}>
          <input
            type="radio"
            name="way"
            checked={way === value}
            disabled={!ways.includes(value)}
            onChange={() => onChange(value)}
          />
          <span>
            <span className="f1">{name}</span>
            <span className="f3">{ways.includes(value) ? words : 'this tool cannot be started so'}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
