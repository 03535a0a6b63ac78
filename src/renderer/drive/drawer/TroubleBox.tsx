import type { Launch } from '../../../shared/drive/launch'
import { neutraliseText } from '../../../shared/neutraliseText'
import { CopyButton } from '../../controls/CopyButton'
import { Icon } from '../../controls/Icon'
import { PlainText } from '../../inspector/tool/PlainText'
import { exitWords } from '../phaseLine'

/** What went wrong with a run, what it said last, and what to do. */
export function TroubleBox({ launch }: { readonly launch: Launch }) {
  const { trouble, said, phase } = launch
  const isBad = phase === 'failed' || trouble !== null
  if (!isBad) return null
  // That nobody saw how it ended is said above.
  const isSeen = launch.exit?.code != null || launch.exit?.signal != null
  const exit = isSeen ? exitWords(launch) : ''
  return (
    <div className="refusal-box" role="alert">
      <Icon name="st-failed" className="st-failed" />
      <div className="grow">
        <p className="f1">{neutraliseText(trouble ?? 'It ended before it had written anything.')}</p>
        {exit !== '' && trouble?.includes(exit) !== true && <p className="f2">{exit}</p>}
        {said.trim() !== '' && (
          <>
            <p className="t1 f3">The last it said to its error output</p>
            <div className="code said-tail">
              <PlainText text={said} isMono label="Error output" />
            </div>
            <CopyButton label="Copy it" text={said} isQuiet />
          </>
        )}
      </div>
    </div>
  )
}
