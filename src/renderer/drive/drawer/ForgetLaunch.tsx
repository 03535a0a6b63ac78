import type { Launch } from '../../../shared/drive/launch'
import { Icon } from '../../controls/Icon'
import { Tip } from '../../controls/Tip'
import { callEngine } from '../../store/client'
import { useUi } from '../../store/ui'
import { steer } from '../steerFailures'

/** What is over can leave the list of what was started here. Far from where it was stopped. */
export function ForgetLaunch({ launch: { id } }: { readonly launch: Launch }) {
  const forget = async (): Promise<void> => {
    const { run } = useUi.getState()
    const isDone = await steer(id, 'Forget', callEngine('forgetLaunch', { launch: id }))
    // Of another run that is shown by then it stays.
    if (isDone && useUi.getState().run === run) useUi.setState({ isDrawerOpen: false })
  }
  return (
    <div>
      <Tip text="Understory forgets that it was started here; the run and its transcript stay.">
        <button type="button" className="btn" onClick={() => void forget()}>
          <Icon name="hide" size={14} /> Forget that it was started here
        </button>
      </Tip>
    </div>
  )
}
