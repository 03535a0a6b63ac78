import type { LaunchOrigin } from '../../../shared/drive/launchWish'
import { useAgent, useForest } from '../../store/forest'
import type { Planned } from '../launch/usePlan'
import { ContextParts } from './ContextParts'
import { wholeSizeWords } from './wholeSizeWords'

interface WhatGoesAlongProps {
  readonly origin: LaunchOrigin
  readonly planned: Planned
  readonly isOtherModel: boolean
}

/** Before it starts: how much of the conversation the new run begins with. */
export function WhatGoesAlong({ origin: { how, run, key, at }, planned: { plan, isOld }, isOtherModel }: WhatGoesAlongProps) {
  const root = useForest((forest) => (forest.run === run ? forest.root : null))
  const agent = useAgent(key ?? root)
  if (plan?.context) return <ContextParts context={plan.context} isOld={isOld} />
  // What is resumed goes on where it is; what cannot be started says why.
  if (!plan || (how !== 'fork' && how !== 'continue')) return null
  const limit = isOtherModel ? null : (agent?.context.limit ?? null)
  return <p className="f2">{wholeSizeWords({ tokens: agent?.context.tokens ?? null, limit, isCut: at !== null })}</p>
}
