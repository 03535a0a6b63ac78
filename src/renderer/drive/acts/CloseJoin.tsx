import type { Launch } from '../../../shared/drive/launch'
import { Dialog } from '../../controls/Dialog'
import { Foreign } from '../../controls/Foreign'
import { callEngine } from '../../store/client'
import { BigChoice } from './BigChoice'
import { StoppingLine } from './StoppingLine'
import { useStopping } from './useStopping'

interface CloseJoinProps {
  readonly launch: Launch
  readonly onClose: () => void
}

/** Its terminal is all that is ours. */
export function CloseJoin({ launch: { id, title }, onClose }: CloseJoinProps) {
  const stopping = useStopping(id, onClose)
  return (
    <Dialog title="Close this terminal?" width={560} onClose={onClose}>
      <p className="cut">
        <Foreign text={title} className="f1" />
      </p>
      <p className="f2">It only shows a run that is live elsewhere: that one goes on.</p>
      <div className="big-choices">
        <BigChoice
          icon="stop"
          title="Close it"
          words="the run is left as it is"
          onChoose={() => !stopping.isUnderway && stopping.stop(callEngine('stopLaunch', { launch: id, how: 'now' }))}
          isFirst
        />
        <BigChoice icon="play" title="Let it stay" words="nothing is changed" onChoose={onClose} />
      </div>
      <StoppingLine stopping={stopping} />
    </Dialog>
  )
}
