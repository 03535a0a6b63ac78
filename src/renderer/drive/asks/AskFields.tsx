import type { Ask } from '../../../shared/drive/ask'
import { exactText } from '../../../shared/exactText'
import { ExactBlock } from './ExactBlock'

const longest = 80

/** All else that the tool would be given. What is long can be folded, and is open to begin with. */
export function AskFields({ fields }: Pick<Ask, 'fields'>) {
  if (fields.length === 0) return null
  return (
    <div className="ask-fields">
      {fields.map(({ name, value }, at) => {
        const isLong = value.length > longest || value.includes('\n')
        const key = `${at} ${name}`
        return isLong ? (
          <details open key={key}>
            <summary>
              <bdi className="mono">{exactText(name)}</bdi> <span className="f3">{sizeWords(value)}</span>
            </summary>
            <ExactBlock text={value} label={exactText(name)} />
          </details>
        ) : (
          <p key={key}>
            <bdi className="mono f3">{exactText(name)}</bdi>
            <ExactBlock text={value} label={null} />
          </p>
        )
      })}
    </div>
  )
}

function sizeWords(value: string): string {
  const lines = value.split('\n').length
  return lines > 1 ? `${lines} lines` : `${value.length} letters`
}
