import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import { neutraliseText } from '../../../shared/neutraliseText'
import { CopyButton } from '../../controls/CopyButton'
import { Icon } from '../../controls/Icon'

interface RefusalBoxProps {
  readonly refusal: Pick<LaunchRefusal, 'message' | 'advice' | 'command'>
}

/** What happened, what it means, what to do; in the place where it happened. */
export function RefusalBox({ refusal: { message, advice, command } }: RefusalBoxProps) {
  return (
    <div className="refusal-box" role="alert">
      <Icon name="st-failed" className="st-failed" />
      <div className="grow">
        <p className="f1">{neutraliseText(message)}</p>
        {advice !== null && <p className="f2">{neutraliseText(advice)}</p>}
        {command !== null && (
          <div className="refusal-command">
            <code className="code grow">{neutraliseText(command)}</code>
            <CopyButton label="Copy command" text={command} />
          </div>
        )}
      </div>
    </div>
  )
}
