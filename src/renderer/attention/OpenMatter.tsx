import type { AttentionItem } from '../../shared/attention'
import type { AgentKey } from '../../shared/ids'
import { Icon } from '../controls/Icon'
import { openComposer } from '../drive/drawer/openComposer'
import { drawerLaunchOf, isOver } from '../drive/launchOfRun'
import { useDrive } from '../drive/useDrive'
import { selectRun } from '../store/select'
import { useUi } from '../store/ui'
import { needsPerson } from './needsPerson'

/** `key` null: it is not in the tree yet. */
type Matter = Pick<AttentionItem, 'run' | 'kind' | 'ask'> & { readonly key: AgentKey | null }

/** To the agent, and to where it can be answered: the drawer of its run, with its terminal if it has one. */
export function OpenMatter({ item }: { readonly item: Matter }) {
  const launch = useDrive(({ launches }) => drawerLaunchOf(launches, item.run))
  const isOurs = launch !== null && !isOver(launch)
  const isTyped = isOurs && launch.way === 'terminal' && item.ask === undefined && needsPerson(item)
  const open = (): void => {
    useUi.setState({ overlay: null })
    selectRun(item.run, item.key)
    if (isTyped) openComposer(launch.id)
    else if (isOurs) useUi.setState({ isDrawerOpen: true })
  }
  return (
    <button type="button" className="btn small" onClick={open}>
      {isTyped && <Icon name="k-bash" size={14} />}
      {isTyped ? 'Focus its terminal' : 'Open'}
    </button>
  )
}
