import { neutraliseText } from '../../../shared/neutraliseText'
import { CopyButton } from '../../controls/CopyButton'
import { Dialog } from '../../controls/Dialog'
import { openCommand, useShownCommand } from './openCommand'

export function CommandDialog() {
  const shown = useShownCommand((state) => state.shown)
  if (!shown) return null
  return (
    <Dialog
      title={shown.title}
      width={560}
      onClose={() => openCommand(null)}
      footer={<CopyButton label="Copy command" text={shown.command} />}
    >
      <p className="f2">{shown.words}</p>
      <pre className="code shown-command">{neutraliseText(shown.command)}</pre>
    </Dialog>
  )
}
