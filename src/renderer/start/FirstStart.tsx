import './FirstStart.css'
import { useState } from 'react'
import { Icon } from '../controls/Icon'
import { openNewRun } from '../drive/launch/openNewRun'
import { callEngine, faultOf } from '../store/client'
import { ChooseFolder } from './ChooseFolder'
import { LookAgainButton } from './LookAgainButton'
import { ToyTree } from './ToyTree'
import { WhereWeLooked } from './WhereWeLooked'

/** Nothing on the disk yet: not an empty window but ways on. */
export function FirstStart() {
  return (
    <div className="first">
      <div className="first-inner">
        <h1>Understory shows what your coding agents are doing, all the way down.</h1>
        <p>It reads what the tools already write. Nothing to install in them, nothing is changed, nothing leaves this machine.</p>
        <div className="doors">
          <PlayDoor />
          <StartDoor />
          <section className="door">
            <h2>Where we looked</h2>
            <WhereWeLooked />
            <div className="acts-row">
              <ChooseFolder />
              <LookAgainButton />
            </div>
          </section>
        </div>
        <p className="note-line">Or start one in your own terminal, as always: it will appear here too.</p>
      </div>
    </div>
  )
}

function StartDoor() {
  return (
    <section className="door">
      <h2>Start a run</h2>
      <p>Give one of your tools a job from here. Its tree grows while you watch, and you answer what it asks.</p>
      <div className="acts-row">
        <button type="button" className="btn" onClick={() => openNewRun()}>
          <Icon name="plus" size={14} />
          New run
        </button>
      </div>
    </section>
  )
}

function PlayDoor() {
  const [failure, setFailure] = useState<string | null>(null)
  const play = (): void => {
    setFailure(null)
    void callEngine('playDemo', { isPlaying: true }).catch((error: unknown) => setFailure(faultOf(error).message))
  }
  return (
    <section className="door">
      <h2>Play the demo</h2>
      <p>A recorded run, played as if live. No agent needs to be installed.</p>
      <ToyTree />
      {failure !== null && (
        <p className="st-failed" role="alert">
          The demo does not start: {failure}
        </p>
      )}
      <div className="acts-row">
        <button type="button" className="btn primary" onClick={play}>
          <Icon name="play" size={14} />
          Play
        </button>
      </div>
    </section>
  )
}
