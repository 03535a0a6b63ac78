import type { RunUri } from '../../../shared/ids'
import { Foreign } from '../../controls/Foreign'
import { Icon } from '../../controls/Icon'
import { IconButton } from '../../controls/IconButton'
import { runTitle } from '../../runs/runTitle'
import { useRuns } from '../../store/runs'
import { selectRun } from '../../store/select'
import { doAct } from '../acts/doAct'
import { loadActs } from '../acts/useActs'
import { forgetEnd, useAwaitedEnds } from './tellWhenItEnds'

/** Sessions that a person waited for: they can be resumed now. */
export function EndedBanners() {
  const ended = useAwaitedEnds((state) => state.ended)
  return ended.map((run) => <EndedBanner run={run} key={run} />)
}

function EndedBanner({ run }: { readonly run: RunUri }) {
  const row = useRuns(({ rows }) => rows.get(run))
  const resume = async (): Promise<void> => {
    forgetEnd(run)
    selectRun(run)
    const act = (await loadActs(run, null)).find(({ name }) => name === 'resume')
    if (act) doAct(act, { run, key: null })
  }
  return (
    <div className="banner" role="status">
      <Icon name="bell" className="acc" />
      <span className="words">
        <Foreign text={row ? runTitle(row) : run} className="b" /> has ended: it can be resumed now.
      </span>
      <button type="button" className="btn small" onClick={() => void resume()}>
        <Icon name="resume" size={14} /> Resume
      </button>
      <IconButton icon="close" label="Dismiss" onPress={() => forgetEnd(run)} />
    </div>
  )
}
