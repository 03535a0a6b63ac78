import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { providers } from '../../core/providers'
import { BEGAN, GUEST, GUEST_PROMPT, hostSession, openMixed } from '../../testing/mixedRuns'
import type { TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN } from '../../testing/writeSession'
import type { EngineSettings } from '../engine'
import { openLinkStore } from '../links/linkStore'
import { loadPrices } from '../loadPrices'
import { createProcessTable, processSourceFor } from '../processTable'
import { openProviderRoot, type ProviderRoot } from '../providerRoot'
import { openRun } from '../readTree'
import { undecidedOf } from './isRivalled'
import { considerGuest, seekGuests } from './seekGuests'
import { lookAtRun } from './startedBetween'

const OTHER = 'bbbbbbbb-0000-4000-8000-000000000002'
const PRICES = join(import.meta.dirname, '../../../resources/prices.json')

let root: TemporaryRoot | null = null
const open: ProviderRoot[] = []
afterEach(async () => {
  for (const place of open.splice(0)) place.close()
  await root?.close()
})

/** The places of an engine, and how often somebody went through all of them. */
function openPlaces(roots: Readonly<Record<string, string>>): { readonly places: readonly ProviderRoot[]; looks: number } {
  const processes = createProcessTable(processSourceFor(process.platform))
  const stateFolder = join(roots['claude'] ?? '', '../state')
  const settings: EngineSettings = {
    ...{ roots, stateFolder, priceFile: null, variables: {}, promptWindowMs: 86_400_000, workerScript: null },
    ...{ version: '0.0.0', priceTable: PRICES, onWarning: () => undefined },
  }
  const links = openLinkStore(stateFolder, () => undefined)
  const counted = { places: [] as ProviderRoot[], looks: 0 }
  const beside = (): readonly ProviderRoot[] => {
    counted.looks++
    return counted.places
  }
  for (const provider of providers) {
    const at = roots[provider.id]
    if (at !== undefined)
      counted.places.push(openProviderRoot(provider, at, settings, loadPrices(PRICES, null), processes, links, beside))
  }
  open.push(...counted.places)
  return counted
}

it.each([
  ['one that has more to say', `codex exec "${GUEST_PROMPT.slice(0, 40)}"`, 0],
  ['one just as good', 'codex exec go', 1],
])('rivals are read once for a session: %s', async (_, command, undecided) => {
  const mixed = await openMixed({ command: 'codex exec go', isAnswered: false })
  root = mixed.root
  root.write(hostSession({ run: OTHER, command }))
  const counted = openPlaces({ claude: root.root, codex: mixed.guests })
  const [host, guests] = counted.places
  if (!host || !guests) throw new Error('two places were opened')
  const catalog = host.catalog()
  const entry = catalog.runs.get(RUN)
  if (!entry) throw new Error('the host was written')
  const reader = openRun(host, catalog, entry)
  const guest = guests.catalog().runs.get(GUEST)
  const started = guest && lookAtRun(guests, guest)
  if (!started) throw new Error('the guest was recorded')
  const before = counted.looks
  for (let append = 0; append < 5; append++)
    expect(considerGuest(host, reader, { place: guests, catalog: guests.catalog(), started })).toBe(false)
  expect([counted.looks, undecidedOf(reader.run).length]).toEqual([before, undecided])
  // One look for the sessions that a new call may have started, none for their rivals.
  root.write(hostSession({ command: 'codex exec go', at: BEGAN - 1, isAnswered: false }))
  seekGuests(host, reader)
  expect(counted.looks).toBe(before + 1)
})
