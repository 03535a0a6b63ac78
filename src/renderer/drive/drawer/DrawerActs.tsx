import type { Launch } from '../../../shared/drive/launch'
import { Icon } from '../../controls/Icon'
import { Tip } from '../../controls/Tip'
import { callEngine } from '../../store/client'
import { askToStop } from '../acts/stopWish'
import { isOver } from '../launchOfRun'
import { steer } from '../steerFailures'

/** What holds for the whole run: interrupt, pause, stop. Nothing takes their place when it is over: a second press must not do something else. */
export function DrawerActs({ launch }: { readonly launch: Launch }) {
  if (isOver(launch)) return null
  const { id, phase, way, can } = launch
  const isPaused = phase === 'paused'
  const pauseWord = isPaused ? 'Continue' : 'Pause'
  return (
    <>
      <HeadButton
        icon="interrupt"
        label="Interrupt"
        shortcut={way === 'headless' && phase === 'working' ? 'Esc' : undefined}
        reason={can.interrupt}
        onPress={() => void steer(id, 'Interrupt', callEngine('interruptLaunch', { launch: id }))}
      />
      <HeadButton
        icon={isPaused ? 'play' : 'pause'}
        label={pauseWord}
        reason={can.pause}
        onPress={() => void steer(id, pauseWord, callEngine('pauseLaunch', { launch: id, isPaused: !isPaused }))}
      />
      <HeadButton icon="stop" label="Stop" reason={can.stop} onPress={() => askToStop({ kind: 'launch', launch: id })} />
    </>
  )
}

interface HeadButtonProps {
  readonly icon: string
  readonly label: string
  readonly shortcut?: string | undefined
  readonly reason: string | null
  readonly onPress: () => void
}

function HeadButton({ icon, label, shortcut, reason, onPress }: HeadButtonProps) {
  const shown = reason === null ? shortcut : undefined
  return (
    <Tip text={<HeadTip label={label} shortcut={shown} reason={reason} />}>
      <button
        type="button"
        className="btn quiet small drawer-act"
        aria-disabled={reason !== null || undefined}
        aria-description={reason ?? undefined}
        aria-keyshortcuts={shown === undefined ? undefined : 'Escape'}
        onClick={() => reason === null && onPress()}
      >
        <Icon name={icon} size={14} />
        <span className="drawer-act-word">{label}</span>
        {shown !== undefined && <span className="kbd">{shown}</span>}
      </button>
    </Tip>
  )
}

function HeadTip({ label, shortcut, reason }: Pick<HeadButtonProps, 'label' | 'shortcut' | 'reason'>) {
  return (
    <>
      {label} {shortcut !== undefined && <span className="f3">{shortcut}, while the focus is in the drawer</span>}
      {reason !== null && <div>{reason}</div>}
    </>
  )
}
