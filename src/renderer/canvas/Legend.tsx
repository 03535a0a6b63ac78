import { formatCount } from '../../shared/formatCount'
import type { ShownPhase } from '../../shared/shownPhase'
import { Foreign } from '../controls/Foreign'
import { Icon } from '../controls/Icon'
import { openMenu } from '../controls/Menu'
import { PhaseIcon } from '../controls/PhaseIcon'
import { useTypeColours } from '../store/typeColours'
import { useUi } from '../store/ui'
import { typeClass } from '../theme/typeClass'
import { typeWord } from './matchesOf'
import { phases } from './tokens'
import { useCamera } from './useCamera'
import { useScene } from './useScene'

const order: readonly ShownPhase[] = [
  'starting',
  'running',
  'waiting',
  'paused',
  'failed',
  'interrupted',
  'stopped',
  'orphaned',
  'unknown',
  'completed',
]

/** What the colours of blocks mean, with counts; from near every box says it itself. */
export function Legend() {
  const isFar = useCamera(({ level }) => level === 'block')
  const hasScene = useScene(({ scene }) => scene !== null)
  return isFar && hasScene ? <LegendBox /> : null
}

function LegendBox() {
  const colourBy = useUi((ui) => ui.colourBy)
  const choose = (at: HTMLElement): void => {
    const item = (by: 'phase' | 'type') =>
      ({
        kind: 'action',
        id: by,
        label: by,
        ...(by === colourBy ? { icon: 'check' } : {}),
        run: () => useUi.setState({ colourBy: by }),
      }) as const
    openMenu({ at, label: 'Colour by', items: [item('phase'), item('type')] })
  }
  return (
    <div className="float canvas-legend canvas-over t1">
      <span className="f3">colour by</span>
      <button type="button" className="row f1" aria-haspopup="menu" onClick={(event) => choose(event.currentTarget)}>
        {colourBy} <Icon name="chev-down" size={12} />
      </button>
      <span className="vr" />
      {colourBy === 'phase' ? <PhaseCounts /> : <TypeCounts />}
    </div>
  )
}

function PhaseCounts() {
  const counts = useScene(({ scene, touched }) => (touched >= 0 && scene ? countsText(scene.tallies.phases) : ''))
  return counts.split(' ').map((part) => {
    const [code = '0', count = '0'] = part.split(':')
    const phase = phases[Number(code)] ?? 'unknown'
    return (
      <span className="row f2" key={phase}>
        <PhaseIcon phase={phase} size={12} label />
        {formatCount(Number(count))}
      </span>
    )
  })
}

/** As a text, so that the store can tell whether anything changed. */
function countsText(counts: Int32Array): string {
  return order
    .map((phase) => phases.indexOf(phase))
    .filter((code) => counts[code]! > 0)
    .map((code) => `${code}:${counts[code]}`)
    .join(' ')
}

interface TypeCount {
  readonly type: string
  readonly hue: number
  count: number
}

function TypeCounts() {
  const scene = useScene((state) => state.scene)
  // Numbers of hues are changed in place when the colours of the run are told.
  useTypeColours(({ byRun }) => byRun)
  if (!scene) return null
  const counts = new Map<string, TypeCount>()
  for (const [i, key] of scene.layout.shape.keys.entries()) {
    const agent = i === 0 ? undefined : scene.agents.get(key)
    if (!agent) continue
    const type = typeWord(agent)
    const entry = counts.get(type) ?? { type, hue: scene.hue[i]!, count: 0 }
    entry.count++
    counts.set(type, entry)
  }
  const most = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, 6)
  return most.map(({ type, hue, count }) => (
    <span className="row f2" key={type}>
      <span className={`canvas-swatch ${typeClass(hue)}`} />
      <Foreign text={type} className="cut" />
      {formatCount(count)}
    </span>
  ))
}
