import { create } from 'zustand'
import type { Launch, LaunchId } from '../../shared/drive/launch'
import { selectRun } from '../store/select'
import { useUi } from '../store/ui'
import { refusalOf } from './refusalOf'

type Acted = Promise<{ readonly refusal: string | null }>

/** What could not be done with a run that was started here, told at its drawer until it is done or put away. */
export const useSteerFailures = create<{ readonly texts: Readonly<Record<string, string>> }>(() => ({ texts: {} }))

export function noteFailure(launch: LaunchId, text: string | null): void {
  const { [launch]: _before, ...others } = useSteerFailures.getState().texts
  useSteerFailures.setState({ texts: text === null ? others : { ...others, [launch]: text } })
}

/** `what`: the act, as its button is called. */
export async function steer(launch: LaunchId, what: string, act: Acted): Promise<boolean> {
  const refusal = await refusalOf(act)
  noteFailure(launch, refusal === null ? null : `${what}: ${refusal}`)
  return refusal === null
}

/** From a menu, which has no place of its own to answer in: the drawer of the run opens where it failed. */
export async function steerFromMenu({ id, run }: Pick<Launch, 'id' | 'run'>, what: string, act: Acted): Promise<void> {
  if (await steer(id, what, act)) return
  if (run !== null && useUi.getState().run !== run) selectRun(run)
  useUi.setState({ isDrawerOpen: true })
}
