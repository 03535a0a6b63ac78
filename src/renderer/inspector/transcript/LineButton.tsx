import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '../../controls/Icon'
import { openMenu } from '../../controls/Menu'
import { itemActions } from './itemActions'
import { pressRow } from './listNow'
import type { RowProps } from './TranscriptRow'
import { useIsOpen } from './useTranscript'

interface LineButtonProps extends RowProps {
  readonly icon: string
  readonly name: string
  readonly argument: string
  readonly outcome: ReactNode
  readonly tone: 'plain' | 'quiet' | 'err' | 'now'
}

/** One line of 24 px that opens to what is behind it. */
export function LineButton({ run, agent, item, icon, name, argument, outcome, tone }: LineButtonProps) {
  const isOpen = useIsOpen(item.n)
  const showMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault()
    openMenu({ at: { x: event.clientX, y: event.clientY }, label: name, items: itemActions.menuOf({ run, agent, item }) })
  }
  return (
    <div className="line-holder">
      <button
        type="button"
        tabIndex={-1}
        className={`it line${tone === 'plain' ? '' : ` ${tone}`}${isOpen ? ' open' : ''}`}
        aria-expanded={isOpen}
        onClick={() => pressRow(item.n)}
        onContextMenu={showMenu}
      >
        <Icon name={icon} size={14} />
        <bdi className="tn">{name}</bdi>
        <bdi className="ta mono">{argument}</bdi>
        <span className="tr">{outcome}</span>
      </button>
      {isOpen && (
        <button
          type="button"
          className="line-more ib"
          aria-label="More for this item"
          onClick={({ currentTarget }) =>
            openMenu({ at: currentTarget, label: name, items: itemActions.menuOf({ run, agent, item }) })
          }
        >
          <Icon name="more" size={14} />
        </button>
      )}
    </div>
  )
}
