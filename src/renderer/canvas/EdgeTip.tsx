import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isGuestRoot } from '../../shared/isGuestRoot'
import type { AgentView } from '../../shared/views'
import { openLinkPicker } from '../actions/openLinkPicker'
import { Foreign } from '../controls/Foreign'
import { useBoxPlace } from '../controls/useBoxPlace'
import { useAgent } from '../store/forest'
import { hideEdgeTip, keepEdgeTip, useEdgeTip, watchEdgeTip } from './edgeTip'

const wordsOf: Readonly<Record<AgentView['link']['evidence'], string>> = {
  explicit: 'explicit',
  stream: 'from the stream',
  structural: 'from where its file lies',
  'prompt-match': 'prompt match',
  'single-active': 'the only one active',
  manual: 'linked by hand',
  none: 'no evidence',
}

export function EdgeTip() {
  const shown = useEdgeTip((tip) => tip.shown)
  const agent = useAgent(shown?.key ?? null)
  const box = useRef<HTMLDivElement>(null)
  useBoxPlace(box, shown && { x: shown.x + 8, y: shown.y - 4, width: 0, height: 12 }, 4)
  const isShown = shown !== null && agent !== undefined
  useEffect(() => (isShown && box.current ? watchEdgeTip(box.current) : undefined), [isShown])
  if (!shown || !agent) return null
  const { link, background, calls } = agent
  const isGuess = link.ambiguous || link.evidence === 'prompt-match' || link.evidence === 'single-active'
  const isGuest = link.evidence === 'structural' && isGuestRoot(agent)
  const words = [
    isGuest ? `${link.ambiguous ? 'guessed: ' : ''}started from its shell` : wordsOf[link.evidence],
    link.ambiguous && !isGuest ? (link.evidence === 'structural' ? 'its call not seen' : 'several fit') : '',
    background ? 'background' : '',
    calls.length > 1 ? `continued, ${calls.length} calls` : '',
  ]
  const correct = (): void => {
    hideEdgeTip(true)
    openLinkPicker(shown.key)
  }
  return createPortal(
    <div
      className="tip edge-tip canvas-over"
      role="tooltip"
      ref={box}
      onPointerOver={keepEdgeTip}
      onPointerLeave={() => hideEdgeTip()}
    >
      {words.filter((word) => word !== '').join(', ')}
      {isGuess && (
        <>
          {' · '}
          <button type="button" className="acc" onClick={correct}>
            correct it
          </button>
        </>
      )}
      {link.note !== '' && (
        <div className="f3">
          <Foreign text={link.note} />
        </div>
      )}
    </div>,
    document.body,
  )
}
