import { z } from 'zod'
import { create } from 'zustand'
import { shallow } from 'zustand/shallow'
import type { LaunchId } from '../../../shared/drive/launch'
import { useUi } from '../../store/ui'
import { keptInTab } from '../keptInTab'
import { emptyForm, LaunchForm } from './launchForm'

const memory = 'understory.newRun'
const NewRun = z.object({ form: LaunchForm, guess: z.string().nullable() }).readonly()
/** `guess`: the folder that was filled in, and not chosen. */
export type NewRun = z.infer<typeof NewRun>
const nothing: NewRun = { form: emptyForm, guess: null }

/** What was written and not started stays, for the next time the dialog opens, over a reload too. */
export const useNewRun = create<NewRun>(() => keptInTab.read(memory, NewRun, nothing))

useNewRun.subscribe((state) => keptInTab.keep(memory, state))

/** What was started how: whoever failed can be changed and tried again. */
const started = new Map<LaunchId, LaunchForm>()

/**
 * What was started is no draft any more, and the next run begins where the person is by then; what was written meanwhile is the next
 * one's. By what it says: while it was starting, programs may have been found anew and the same form made again.
 */
export function noteStarted(launch: LaunchId, form: LaunchForm): void {
  started.set(launch, form)
  if (shallow(useNewRun.getState().form, form)) useNewRun.setState(nothing)
}

export function formOfLaunch(launch: LaunchId): LaunchForm | undefined {
  return started.get(launch)
}

export function openNewRun(form?: LaunchForm): void {
  if (form) useNewRun.setState({ form, guess: null })
  useUi.setState({ overlay: 'new-run' })
}
