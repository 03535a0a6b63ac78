import type { KeyboardEvent } from 'react'
import type { Launch } from '../../../shared/drive/launch'
import { Foreign } from '../../controls/Foreign'
import { foreignLine } from '../../controls/foreignLine'
import { Icon } from '../../controls/Icon'
import { IconButton } from '../../controls/IconButton'
import { openMenu } from '../../controls/Menu'
import { ProviderMark } from '../../controls/ProviderMark'
import { clockTime } from '../../inspector/clockTime'
import { selectRun } from '../../store/select'
import { useUi } from '../../store/ui'
import { useTerminalFacts } from '../../terminal/terminalFacts'
import { isOver } from '../launchOfRun'
import { launchWord } from '../phaseLine'
import { useDrive } from '../useDrive'
import { CopyTerminal } from './CopyTerminal'
import { DrawerActs } from './DrawerActs'

export type DrawerTab = 'terminal' | 'composer'

interface DrawerHeadProps {
  readonly launch: Launch
  readonly tab: DrawerTab
  readonly onTab: (tab: DrawerTab) => void
}

const tabs: readonly (readonly [tab: DrawerTab, name: string, icon: string])[] = [
  ['terminal', 'Terminal', 'k-bash'],
  ['composer', 'Composer', 'transcript'],
]

export function DrawerHead({ launch, tab, onTab }: DrawerHeadProps) {
  const close = (): void => {
    useUi.setState({ isDrawerOpen: false })
    // The button goes with it: the focus must not fall out of the page.
    document.querySelector<HTMLElement>('[role="tree"]')?.focus()
  }
  const offered = tabs.filter(([name]) => name === 'composer' || launch.way === 'terminal')
  const walk = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = offered.find(([name]) => name !== tab)
    if (!next) return
    event.preventDefault()
    onTab(next[0])
    document.getElementById(`drawer-tab-${next[0]}`)?.focus()
  }
  return (
    <header className="drawer-head">
      <div className="drawer-tabs" role="tablist" aria-label="How it is spoken to" onKeyDown={walk}>
        {offered.map(([name, label, icon]) => (
          <button
            type="button"
            key={name}
            role="tab"
            id={`drawer-tab-${name}`}
            aria-selected={tab === name}
            aria-controls={tab === name ? `drawer-pane-${name}` : undefined}
            tabIndex={tab === name ? 0 : -1}
            className={tab === name ? 'tab on' : 'tab'}
            onClick={() => onTab(name)}
          >
            <Icon name={icon} /> {label}
          </button>
        ))}
      </div>
      <span className="vr" />
      <Title launch={launch} tab={tab} />
      <span className="grow" />
      <DrawerActs launch={launch} />
      {tab === 'terminal' && <CopyTerminal launch={launch} />}
      <span className="vr" />
      <IconButton icon="close" label="Close the drawer" onPress={close} />
    </header>
  )
}

/** Which run this is; leads to the others. */
function Title({ launch, tab }: { readonly launch: Launch; readonly tab: DrawerTab }) {
  const size = useTerminalFacts(({ sizes }) => sizes[launch.id])
  const others = useDrive(
    ({ launches }) => launches.filter((one) => !isOver(one) && one.run !== null && one.id !== launch.id).length,
  )
  const facts = [
    tab === 'terminal' ? '' : launch.way,
    launch.pid === null ? '' : `${launch.isShared ? 'server ' : ''}process ${launch.pid}`,
    tab === 'terminal' ? (size ?? '') : '',
    `started here ${clockTime(launch.started)}`,
  ]
  return (
    <>
      <ProviderMark provider={launch.provider} />
      <span className="drawer-title cut">
        <Foreign text={launch.title} />
      </span>
      <span className="drawer-facts t1 f3 cut">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      {others > 0 && (
        <button
          type="button"
          className="btn small quiet"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => openOthers(currentTarget, launch)}
        >
          {others} more <Icon name="chev-up" size={12} />
        </button>
      )}
    </>
  )
}

function openOthers(at: HTMLElement, launch: Launch): void {
  const { launches } = useDrive.getState()
  const items = launches.flatMap((one) =>
    isOver(one) || one.run === null || one.id === launch.id
      ? []
      : [
          {
            kind: 'action' as const,
            id: one.id,
            label: foreignLine(one.title),
            hint: launchWord(one.phase),
            icon: one.way === 'terminal' ? 'k-bash' : 'transcript',
            run: () => one.run !== null && selectRun(one.run),
          },
        ],
  )
  openMenu({ at, label: 'Runs that were started here', items })
}
