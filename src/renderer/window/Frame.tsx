import './Frame.css'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { useDrive } from '../drive/useDrive'
import { useUi } from '../store/ui'
import { Grip, type GrippedPane } from './Grip'
import { useFrameWidth } from './useFrameWidth'

const runsPane: GrippedPane = {
  field: 'runsWidth',
  label: 'Width of the runs',
  min: 180,
  max: 400,
  usual: 228,
  side: 'right',
  property: '--w-runs',
}
const inspectorPane: GrippedPane = {
  field: 'inspectorWidth',
  label: 'Width of the inspector',
  min: 320,
  max: 720,
  usual: 396,
  side: 'left',
  property: '--w-inspector',
}

interface FrameProps {
  readonly title: ReactNode
  readonly banners: ReactNode
  readonly runs: ReactNode
  readonly inspector: ReactNode
  readonly drawer: ReactNode
  readonly status: ReactNode
  readonly children: ReactNode
}

/** The grid of panes: where each lies and how wide it is. */
export function Frame({ title, banners, runs, inspector, drawer, status, children }: FrameProps) {
  const width = useFrameWidth()
  const runsWidth = useUi((ui) => (ui.isRunsRail ? 48 : ui.runsWidth))
  const inspectorWidth = useUi((ui) => ui.inspectorWidth)
  // A run that is just being started has nothing to inspect yet.
  const isStarting = useDrive((drive) => drive.awaited !== null)
  const hasInspector = useUi((ui) => ui.isInspectorOpen && ui.run !== null) && !isStarting
  const isRail = runsWidth === 48 || width !== 'wide'
  useInspectorEscape(hasInspector && width === 'narrow')
  // The custom properties are not in React's list of styles.
  const sizes = { '--w-runs': `${isRail ? 48 : runsWidth}px`, '--w-inspector': `${inspectorWidth}px` } as CSSProperties
  return (
    <div className="win" data-width={width} style={sizes}>
      {title}
      <div className="banners">{banners}</div>
      <nav className="runs-slot" aria-label="Runs">
        {runs}
        {!isRail && <Grip pane={runsPane} />}
      </nav>
      {children}
      {hasInspector && (
        <div className="inspector-slot">
          {inspector}
          {width !== 'narrow' && <Grip pane={inspectorPane} />}
        </div>
      )}
      {drawer}
      {status}
    </div>
  )
}

/** Where it lies over the tree, Esc takes it away, unless something in it wanted the key. */
function useInspectorEscape(isOver: boolean): void {
  useEffect(() => {
    if (!isOver) return
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && useUi.getState().overlay === null) {
        useUi.setState({ isInspectorOpen: false })
        document.querySelector<HTMLElement>('[role="tree"]')?.focus()
      }
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOver])
}
