import { LinkNotice } from '../actions/LinkNotice'
import { LinkPicker } from './link/LinkPicker'
import { RawRecordDialog } from './transcript/RawRecordDialog'
import { UnplacedTray } from './UnplacedTray'

/** Whatever an action on an agent may open, wherever the action was: rendered once, by the window. */
export function AgentDialogs() {
  return (
    <>
      <UnplacedTray />
      <LinkPicker />
      <RawRecordDialog />
      <LinkNotice />
    </>
  )
}
