import './Settings.css'
import { useEffect } from 'react'
import type { Settings, SettingsChange } from '../../shared/settings'
import { Dialog } from '../controls/Dialog'
import { foreignLine } from '../controls/foreignLine'
import { useClient } from '../store/client'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { useLastSaved } from './lastSaved'
import { NotificationSetting } from './NotificationSetting'
import { PickSetting } from './PickSetting'
import { type ParsedSetting, parseNumber, parsePath } from './parsedSetting'
import { TextSetting } from './TextSetting'

export function SettingsDialog() {
  const settings = useTold((told) => told.settings)
  const version = useClient(({ connection }) => (connection.kind === 'open' ? connection.shell.version : null))
  useEffect(() => () => useLastSaved.setState({ field: null }), [])
  return (
    <Dialog title="Settings" width={640} onClose={() => useUi.setState({ overlay: null })}>
      <div className="settings">
        <Look settings={settings} />
        <h3>Folders</h3>
        <Folders settings={settings} />
        <h3>Attention</h3>
        <NotificationSetting />
        <TextSetting
          label="Stuck after"
          hint="Minutes without a record after which a live agent counts as stuck."
          stored={String(settings.stuckMinutes)}
          unit="minutes"
          read={(text) =>
            change(parseNumber(text, { unit: 'minutes', least: 1, most: 1440, isWhole: true }), (stuckMinutes) => ({
              stuckMinutes,
            }))
          }
        />
        <h3>Runs that were started here</h3>
        <PickSetting
          label="When the last window closes"
          options={closings}
          stored={settings.whenClosing}
          write={(value) => ({ whenClosing: value })}
        />
        <h3>Reading</h3>
        <TextSetting
          label="Match by prompt within"
          hint="How long after its call an agent may appear and still be guessed by its prompt."
          stored={String(settings.promptWindowHours)}
          unit="hours"
          read={(text) =>
            change(parseNumber(text, { unit: 'hours', least: 0.1, most: 8760, isWhole: false }), (promptWindowHours) => ({
              promptWindowHours,
            }))
          }
        />
        <TextSetting
          label="Price file"
          hint="Prices of your own, over the list that comes with Understory. Empty: that list alone."
          stored={settings.priceFile ?? ''}
          placeholder="none"
          read={(text) => change(parsePath(text), (priceFile) => ({ priceFile }))}
        />
        {version !== null && <p className="t1 f3">Understory {version}</p>}
      </div>
    </Dialog>
  )
}

function change<T>(parsed: ParsedSetting<T>, write: (value: T) => SettingsChange): ParsedSetting<SettingsChange> {
  return parsed.ok ? { ok: true, value: write(parsed.value) } : parsed
}

const themes = [
  ['system', 'as the system'],
  ['dark', 'dark'],
  ['light', 'light'],
] as const
const densities = [
  ['comfortable', 'comfortable'],
  ['compact', 'compact'],
] as const
const closings = [
  ['ask', 'ask'],
  ['keep', 'keep them running'],
  ['stop', 'stop them'],
] as const
const directions = [
  ['right', 'to the right'],
  ['down', 'downwards'],
] as const

function Look({ settings: { theme, density, direction } }: { readonly settings: Settings }) {
  return (
    <>
      <h3>Look</h3>
      <PickSetting label="Theme" options={themes} stored={theme} write={(value) => ({ theme: value })} />
      <PickSetting label="Density" options={densities} stored={density} write={(value) => ({ density: value })} />
      <PickSetting label="The tree grows" options={directions} stored={direction} write={(value) => ({ direction: value })} />
    </>
  )
}

function Folders({ settings: { roots } }: { readonly settings: Settings }) {
  const providers = useTold((told) => told.health?.providers)
  return providers?.map(({ id, label, folder }) => (
    <TextSetting
      key={id}
      label={label}
      hint={id in roots ? 'Empty: the usual folder.' : 'The usual folder; write another to read there instead.'}
      stored={roots[id] ?? ''}
      placeholder={foreignLine(folder)}
      read={(text) => change(parsePath(text), (path) => ({ roots: withRoot(useTold.getState().settings.roots, id, path) }))}
    />
  ))
}

function withRoot(roots: Settings['roots'], provider: string, path: string | null): Settings['roots'] {
  const { [provider]: _, ...others } = roots
  return path === null ? others : { ...others, [provider]: path }
}
