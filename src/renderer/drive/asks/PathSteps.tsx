import { Fragment, useEffect } from 'react'
import type { RunUri } from '../../../shared/ids'
import { Foreign } from '../../controls/Foreign'
import { foreignLine } from '../../controls/foreignLine'
import { Tip } from '../../controls/Tip'
import { inOrder } from '../../inspector/inOrder'
import { wantTypeColours } from '../../store/askTypeColours'
import { useTypeClass } from '../../store/useTypeClass'

interface PathStepsProps {
  /** Null: it has no tree yet. */
  readonly run: RunUri | null
  /** The root first. */
  readonly steps: readonly { readonly label: string; readonly type: string | null }[]
}

/** The way to an agent in one line: the steps in the middle give way, root and agent stay. */
export function PathSteps({ run, steps }: PathStepsProps) {
  const last = steps.at(-1)
  const typeClass = useTypeClass(run)
  const hue = last ? typeClass(last.type) : ''
  const isWanted = run !== null && hue !== '' && hue !== 'ty-root'
  useEffect(() => {
    if (isWanted) wantTypeColours(run)
  }, [isWanted, run])
  const whole = steps.map(({ label }) => foreignLine(label)).join(' ▸ ')
  return (
    <Tip text={steps.length > 2 ? <bdi>{whole}</bdi> : null}>
      <span className="path-steps">
        {steps.slice(0, 1).map(({ label }) => (
          <span className={steps.length === 1 ? 'path-last' : 'path-first'} key={label}>
            <Foreign text={label} />
          </span>
        ))}
        {steps.length > 2 && (
          <>
            <span>▸</span>
            <span className="path-middle">
              {inOrder(steps.slice(1, -1)).map(({ place, value }) => (
                <Fragment key={place}>
                  {place !== '0' && ' ▸ '}
                  <Foreign text={value.label} />
                </Fragment>
              ))}
            </span>
          </>
        )}
        {last && steps.length > 1 && (
          <>
            <span>▸</span>
            <span className={`path-last ${hue === 'ty-root' ? 'f1' : hue}`}>
              <Foreign text={last.label} />
            </span>
          </>
        )}
      </span>
    </Tip>
  )
}
