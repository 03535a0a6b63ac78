import type { Launch } from '../../../shared/drive/launch'
import { CopyIcon } from '../../inspector/CopyIcon'
import { terminalText } from '../../terminal/terminalFacts'

/** All that a terminal has said, for wherever a person wants to keep it. */
export function CopyTerminal({ launch: { id } }: { readonly launch: Launch }) {
  return <CopyIcon text={async () => terminalText(id)} what="all that the terminal says" isShown />
}
