import type { ProgramFound } from '../../../shared/drive/programFound'
import type { ProviderId } from '../../../shared/ids'
import { neutraliseText } from '../../../shared/neutraliseText'
import { CopyButton } from '../../controls/CopyButton'
import { Foreign } from '../../controls/Foreign'
import { ProviderMark } from '../../controls/ProviderMark'

interface ProviderTilesProps {
  readonly programs: readonly ProgramFound[]
  readonly chosen: ProviderId | null
  readonly onChoose: (program: ProgramFound) => void
  readonly onLook: () => void
}

/** One tile a product; one that cannot be started says why, and the command that gets it. */
export function ProviderTiles({ programs, chosen, onChoose, onLook }: ProviderTilesProps) {
  const missing = programs.filter(({ problem }) => problem !== null)
  return (
    <>
      <div className="provider-tiles" role="radiogroup" aria-label="Provider">
        {programs.map((program) => (
          <Tile key={program.provider} program={program} isOn={program.provider === chosen} onChoose={onChoose} />
        ))}
      </div>
      {missing.length > 0 && (
        <div className="missing-lines">
          {missing.map((program) => (
            <MissingLine key={program.provider} program={program} />
          ))}
          <button type="button" className="link t1" onClick={onLook}>
            look again
          </button>
        </div>
      )}
    </>
  )
}

interface TileProps {
  readonly program: ProgramFound
  readonly isOn: boolean
  readonly onChoose: (program: ProgramFound) => void
}

function Tile({ program, isOn, onChoose }: TileProps) {
  const { provider, label, version, path, problem } = program
  const isOff = problem !== null
  return (
    <label className={`provider-tile${isOn ? ' on' : ''}${isOff ? ' off' : ''}`} title={path ?? undefined}>
      <input
        type="radio"
        name="provider"
        className="said"
        checked={isOn}
        disabled={isOff}
        aria-description={problem ?? undefined}
        onChange={() => !isOff && onChoose(program)}
      />
      <ProviderMark provider={provider} size={16} />
      <span className="grow cut">
        <span className="tile-name">{label}</span>
        <span className="tile-sub cut">
          {version === null ? unknownWords(program) : <Foreign text={isOff ? `${version}, too old` : version} />}
        </span>
      </span>
    </label>
  )
}

function unknownWords({ isSlow, path }: ProgramFound): string {
  if (isSlow) return 'not answering yet …'
  return path === null ? 'not found' : 'cannot be run'
}

function MissingLine({ program: { label, problem, howToGet, isSlow } }: { readonly program: ProgramFound }) {
  return (
    <details className="missing-line">
      <summary>{isSlow ? `Why not ${label} yet` : `Why not ${label}, and how to get it`}</summary>
      <p className="f3">{neutraliseText(problem ?? '')}</p>
      {!isSlow && (
        <div className="refusal-command">
          <code className="code grow">{neutraliseText(howToGet)}</code>
          <CopyButton label="Copy command" text={howToGet} />
        </div>
      )}
    </details>
  )
}
