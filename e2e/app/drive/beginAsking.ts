import type { App } from '../harness/App'
import { expect } from '../harness/test'
import type { World } from '../harness/World'
import { NewRunDialog } from '../pages/NewRunDialog'
import { SessionDrawer } from '../pages/SessionDrawer'
import { type ListedAsk, placeAsks, ruleFor } from './placeAsks'
import { placeScripted } from './placeScripted'

export const bash = (command: string, more: object = ruleFor('echo:*')): ListedAsk => ({ input: { command }, more })

/** A run that asks for all of these, with their cards settled. */
export async function beginAsking(
  world: World,
  app: App,
  asks: readonly ListedAsk[],
  size: { width?: number; height?: number } = {},
) {
  const { folder, variables } = placeScripted(world)
  placeAsks(folder, asks)
  await app.open({ variables, ...size })
  await new NewRunDialog(app.page).start(folder, 'all that is listed')
  const drawer = new SessionDrawer(app.page)
  const open = asks.filter(({ after }) => after === undefined).length
  await expect(drawer.cards).toHaveCount(open)
  return { folder, drawer }
}
