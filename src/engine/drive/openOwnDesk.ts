import { drivers } from '../../connect/drivers'
import { providers } from '../../core/providers'
import { systemTimers } from '../every'
import type { Desk } from './desk'
import { type DeskOptions, openDesk } from './openDesk'
import { ownKeeper } from './ownKeeper'

type Chosen = 'drivers' | 'keeper' | 'labelOf' | 'timers'

/** A desk with every product that can be driven, and what holds their processes beyond our life. */
export function openOwnDesk(options: Omit<DeskOptions, Chosen> & Partial<Pick<DeskOptions, Chosen>>): Desk {
  return openDesk({
    drivers,
    labelOf: (provider) => providers.find(({ id }) => id === provider)?.label ?? provider,
    timers: systemTimers,
    ...options,
    keeper: options.keeper ?? ownKeeper(options.stateFolder, options.env),
  })
}
