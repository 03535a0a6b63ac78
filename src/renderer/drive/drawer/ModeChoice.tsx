import type { Launch } from '../../../shared/drive/launch'
import { foreignLine } from '../../controls/foreignLine'
import { callEngine } from '../../store/client'
import { refusalOf } from '../refusalOf'

interface ModeChoiceProps {
  readonly launch: Launch
  readonly onFailure: (failure: string | null) => void
}

/** What it runs with; the permissions can be changed while it runs. */
export function ModeChoice({ launch: { id, model, mode, modes, can }, onFailure }: ModeChoiceProps) {
  const isKnown = mode !== null && modes.some((one) => one.id === mode)
  return (
    <>
      {model !== null && <bdi className="f2 nb">{foreignLine(model)}</bdi>}
      {modes.length > 0 && (
        <label className="mode-choice">
          <span className="f3">permissions</span>
          <select
            value={mode ?? ''}
            disabled={can.send !== null}
            onChange={({ target }) =>
              void refusalOf(callEngine('setLaunchMode', { launch: id, mode: target.value })).then(onFailure)
            }
          >
            {!isKnown && <option value={mode ?? ''}>{mode ?? 'default'}</option>}
            {modes.map((one) => (
              <option value={one.id} key={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}
