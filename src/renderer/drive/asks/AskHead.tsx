import type { Ask } from '../../../shared/drive/ask'
import { formatDuration } from '../../../shared/formatDuration'
import { Icon } from '../../controls/Icon'
import { useNow } from '../../store/now'
import { PathSteps } from './PathSteps'
import type { AskStep } from './useAskPath'

interface AskHeadProps {
  readonly ask: Ask
  readonly title: string
  readonly path: readonly AskStep[]
}

export function AskHead({ ask, title, path }: AskHeadProps) {
  const age = useNow(({ nowMs }) => formatDuration(nowMs - Date.parse(ask.at)))
  return (
    <header className="ask-head">
      <Icon name="st-waiting" className="st-waiting" />
      <h3>{title}</h3>
      <PathSteps run={ask.run} steps={path} />
      <span className="need-word nb">{age}</span>
    </header>
  )
}
