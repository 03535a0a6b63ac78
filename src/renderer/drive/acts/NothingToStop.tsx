import type { ReactNode } from 'react'
import { Dialog } from '../../controls/Dialog'

interface NothingToStopProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** It was over before a person had decided: nothing is offered that has nothing to act on. */
export function NothingToStop({ title, onClose, children }: NothingToStopProps) {
  const foot = (
    <>
      <span className="grow" />
      <button type="button" className="btn" onClick={onClose} data-first-focus="">
        Close <span className="kbd">Esc</span>
      </button>
    </>
  )
  return (
    <Dialog title={title} width={560} onClose={onClose} footer={foot}>
      <p className="f2" role="status">
        {children}
      </p>
    </Dialog>
  )
}
