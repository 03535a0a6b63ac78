import type { OfferedAct } from '../../../shared/drive/offeredAct'
import { ProviderId, type RunUri } from '../../../shared/ids'
import { useRuns } from '../../store/runs'
import { useUi } from '../../store/ui'
import { awaitLaunch, whereabouts } from '../awaitLaunch'
import { emptyForm, wishOf } from '../launch/launchForm'
import { startWish } from '../launch/startWish'
import { openCommand } from './openCommand'

type JoinAct = Pick<OfferedAct, 'label' | 'command' | 'origin'>

/** Opens a terminal of ours at a session where it runs. Where that fails, a person can still type it themselves. */
export async function joinRun({ label, command, origin }: JoinAct, run: RunUri): Promise<void> {
  const row = useRuns.getState().rows.get(run)
  const provider = ProviderId.parse(run.slice(0, run.indexOf('://')))
  const wish = wishOf({ ...emptyForm, provider, way: 'terminal', folder: row?.cwd ?? row?.project ?? '' }, origin)
  const byHand = (words: string): void => openCommand({ title: label, command: command ?? '', words })
  if (wish === null) return byHand('Its folder is not known: join it in a terminal of yours.')
  const from = whereabouts()
  const answer = await startWish(wish, 'join')
  if (answer.launch === null) return byHand([answer.refusal.message, answer.refusal.advice ?? ''].join(' ').trim())
  // Who has gone elsewhere meanwhile finds its terminal among the others.
  if (whereabouts().run === from.run) useUi.setState({ isDrawerOpen: true })
  awaitLaunch(answer.launch, from)
}
