import type { LaunchId } from '../../shared/drive/launch'
import { neutraliseText } from '../../shared/neutraliseText'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { noteFailure, useSteerFailures } from './steerFailures'

/** What could not be done, whole, where it was asked for. */
export function SteerFailure({ launch }: { readonly launch: LaunchId }) {
  const text = useSteerFailures(({ texts }) => texts[launch])
  if (text === undefined) return null
  return (
    <div className="steer-failure" role="alert">
      <Icon name="st-failed" className="st-failed" />
      <span className="grow">{neutraliseText(text)}</span>
      <IconButton icon="close" label="Put it away" onPress={() => noteFailure(launch, null)} />
    </div>
  )
}
