import './TitleBar.css'
import { AttentionButton } from '../attention/AttentionButton'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { openNewRun } from '../drive/launch/openNewRun'
import { changeSettings } from '../settings/changeSettings'
import { useClient } from '../store/client'
import { tell } from '../store/tell'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { commandKey } from './commandKey'
import { useFrameWidth } from './useFrameWidth'
import { useMedia } from './useMedia'

export function TitleBar() {
  const inset = useClient(({ connection }) => {
    if (connection.kind !== 'open' || connection.shell.kind !== 'app') return ''
    const { platform } = connection.shell
    return platform === 'darwin' ? ' app mac' : platform === 'win32' ? ' app windows' : ' app'
  })
  return (
    <header className={`title${inset}`}>
      <div className="brand">
        <Icon name="mark" />
        <span>Understory</span>
      </div>
      <FindButton />
      <div className="right">
        <AttentionButton />
        <NewRunButton />
        <ThemeButton />
        <IconButton icon="settings" size={16} label="Settings" onPress={() => useUi.setState({ overlay: 'settings' })} />
      </div>
    </header>
  )
}

function NewRunButton() {
  const isNarrow = useFrameWidth() === 'narrow'
  if (isNarrow) return <IconButton icon="plus" size={16} label="New run" shortcut="N" onPress={() => openNewRun()} />
  return (
    <button type="button" className="btn new-run" aria-keyshortcuts="Shift+N" onClick={() => openNewRun()}>
      <Icon name="plus" size={14} />
      New run
    </button>
  )
}

function FindButton() {
  const isNarrow = useFrameWidth() === 'narrow'
  return (
    <button
      type="button"
      className="find"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => useUi.setState({ overlay: 'palette' })}
    >
      <Icon name="search" size={14} />
      <span className="grow cut">{isNarrow ? 'Search, or paste a URI' : 'Search runs, agents, or paste a URI'}</span>
      <span className="kbd">{commandKey('K')}</span>
    </button>
  )
}

function ThemeButton() {
  const theme = useTold((told) => told.settings.theme)
  const isSystemLight = useMedia('(prefers-color-scheme: light)')
  const isLight = theme === 'light' || (theme === 'system' && isSystemLight)
  const isLost = useClient(({ connection }) => connection.kind !== 'open')
  const turn = (): void =>
    void changeSettings({ theme: isLight ? 'dark' : 'light' }).then((failure) => {
      if (failure !== null) tell({ level: 'error', code: 'settings', message: failure })
    })
  return (
    <IconButton
      icon={isLight ? 'moon' : 'sun'}
      size={16}
      label={isLight ? 'Dark theme' : 'Light theme'}
      onPress={turn}
      disabledReason={isLost ? 'The engine keeps the settings, and it is not there at the moment.' : undefined}
    />
  )
}
