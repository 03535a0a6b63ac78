import type { ToldItem } from '../../core/drive/cutContext'
import type { Result } from '../../shared/result'
import type { Engine, LookupFailure, Target } from '../engine'
import { LastValue } from '../transcript/LastValue'
import { toldItems } from './renderContext'

const last = new LastValue<Result<readonly ToldItem[], LookupFailure>>()

/** Asked with every letter of a prompt: a conversation that has not grown is measured once. `bytes`: how long it is by now. */
export async function toldOnce(
  engine: Engine,
  target: Target,
  bytes: number,
): Promise<Result<readonly ToldItem[], LookupFailure>> {
  const name = `${target.run} ${target.key ?? ''} ${bytes}`
  const told = last.find(engine, name) ?? (await toldItems(engine, target))
  last.keep(engine, name, told)
  return told
}
