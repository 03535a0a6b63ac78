import { asId, asObject, asText, type Json } from '../../../core/readJson'
import type { ServeDoor } from './ServeDoor'

const COPY = / \(fork #\d+\)$/

/** The copy of a session that was made since then; null: there is none, or nobody could tell which of several. */
export async function findCopy(
  door: Pick<ServeDoor, 'get'>,
  folder: string,
  { copyOf, since }: { readonly copyOf: string; readonly since: number },
): Promise<string | null> {
  const [origin, all] = await Promise.all([
    door.get(`/session/${encodeURIComponent(copyOf)}`, folder),
    door.get('/session', folder),
  ])
  const title = origin.ok ? titleOf(asObject(origin.value)) : null
  if (title === null || !all.ok || !Array.isArray(all.value)) return null
  const copies = all.value
    .map(asObject)
    .filter((one) => one !== null && asId(one['parentID']) === null && madeAt(one) >= since)
    .filter((one) => COPY.test(titleOf(one) ?? '') && titleOf(one)?.replace(COPY, '') === title.replace(COPY, ''))
  return copies.length === 1 ? asId(copies[0]?.['id']) : null
}

function titleOf(session: Json | null | undefined): string | null {
  return asText(session?.['title'])
}

function madeAt(session: Json): number {
  const made = asObject(session['time'])?.['created']
  return typeof made === 'number' ? made : 0
}
