import { z } from 'zod'
import { create } from 'zustand'
import { keptInTab } from '../keptInTab'

const memory = 'understory.drafts'
const Texts = z.record(z.string(), z.string())

/** What is being written to each run, by the name of its launch: another run may be looked at meanwhile, or the page loaded again. */
export const useDrafts = create<{ readonly texts: Readonly<Record<string, string>> }>(() => ({
  texts: keptInTab.read(memory, Texts, {}),
}))

export function writeDraft(launch: string, text: string): void {
  const { [launch]: _before, ...others } = useDrafts.getState().texts
  useDrafts.setState({ texts: text === '' ? others : { ...others, [launch]: text } })
  keptInTab.keep(memory, useDrafts.getState().texts)
}
