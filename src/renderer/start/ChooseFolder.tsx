import { useState } from 'react'
import { foreignLine } from '../controls/foreignLine'
import { Icon } from '../controls/Icon'
import { openMenu } from '../controls/Menu'
import { changeSettings } from '../settings/changeSettings'
import { callEngine, faultOf, useClient } from '../store/client'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'

/** Tells a provider's folder by the system's own window, or in the settings where there is none. */
export function ChooseFolder() {
  const canChoose = useClient(({ connection }) => connection.kind === 'open' && connection.shell.can.chooseFolder)
  const providers = useTold((told) => told.health?.providers)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = (provider: string, label: string): void => void chooseFor(provider, label).then(setFailure)
  return (
    <>
      <button
        type="button"
        className="btn small"
        onClick={(event) => {
          if (!canChoose) return useUi.setState({ overlay: 'settings' })
          const items = (providers ?? []).map(({ id, label, folder }) => ({
            kind: 'action' as const,
            id,
            label,
            hint: foreignLine(folder),
            run: () => choose(id, label),
          }))
          openMenu({ at: event.currentTarget, label: 'Folder of', items })
        }}
      >
        <Icon name="reveal" size={14} />
        Choose a folder
      </button>
      {failure !== null && (
        <span className="st-failed" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}

async function chooseFor(provider: string, label: string): Promise<string | null> {
  try {
    const { folder } = await callEngine('chooseFolder', { title: `Folder of ${label}` })
    if (folder === null) return null
    const { roots } = useTold.getState().settings
    return await changeSettings({ roots: { ...roots, [provider]: folder } })
  } catch (error) {
    return faultOf(error).message
  }
}
