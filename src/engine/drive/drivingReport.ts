import { drivers } from '../../connect/drivers'
import { compareVersions } from '../../core/drive/compareVersions'
import { keeperFolders } from '../../keeper/keeperFolders'
import type { DoctorReport, DrivingReport } from '../../shared/doctorReport'
import type { KeeperFile } from '../../shared/keeperMessages'
import type { LaunchState } from '../../shared/launchState'
import { connectKeeper, readKeeperFile } from '../keeper/connectKeeper'
import { judgeLaunch } from '../keeper/judgeLaunch'
import { readLaunches } from '../keeper/readLaunches'
import { createProcessTable, processSourceFor } from '../processTable'
import { sharedName } from './LaunchGround'
import { type LaunchRecord, openLaunchShelf } from './launchShelf'

const GRACE_MS = 60_000

/** What runs of all that was started here, whoever started it; asks, and changes nothing. */
export async function drivingReport(stateFolder: string, clis: DoctorReport['clis']): Promise<DrivingReport> {
  const { keeper, held } = await askKeeper(keeperFolders(stateFolder).file)
  const processes = createProcessTable(processSourceFor(process.platform))
  await processes.refresh()
  const shelf = openLaunchShelf(stateFolder)
  const records = shelf.ids().flatMap((id) => shelf.read(id) ?? [])
  const launches = readLaunches(stateFolder).flatMap((state) => {
    const judged = judgeLaunch(state, held.has(state.id), processes)
    if (judged.kind !== 'running' && judged.kind !== 'unsupervised') return []
    return [{ ...describe(state, records), pid: judged.pid, isHeld: judged.kind === 'running' }]
  })
  return { keeper, launches, tooOld: tooOldOf(clis) }
}

async function askKeeper(path: string): Promise<{ keeper: DrivingReport['keeper']; held: ReadonlySet<string> }> {
  const file: KeeperFile | null = readKeeperFile(path)
  const none = { keeper: { state: 'none', pid: null, note: null } as const, held: new Set<string>() }
  const met = await connectKeeper(path, GRACE_MS, { onNews: () => undefined, onClose: () => undefined })
  if (met.ok && met.value === null) return none
  const silent = (note: string) => ({ ...none, keeper: { state: 'silent', pid: file?.pid ?? null, note } as const })
  if (!met.ok) return silent(met.failure.message)
  const link = met.value
  try {
    const answered = await link?.ask({ kind: 'list' })
    if (!answered?.ok || !link) return silent(answered?.ok === false ? answered.failure.message : 'It went away.')
    const states = answered.value.kind === 'states' ? answered.value.states : []
    return { keeper: { state: 'answers', pid: link.pid, note: null }, held: new Set(states.map(({ id }) => id)) }
  } finally {
    link?.close()
  }
}

type Described = Omit<DrivingReport['launches'][number], 'pid' | 'isHeld'>

function describe(state: LaunchState, records: readonly LaunchRecord[]): Described {
  const record = records.find(({ process }) => process === state.id)
  const shared = sharedName(state.note)
  return {
    provider: typeof shared === 'string' ? shared : (record?.provider ?? 'unknown'),
    run: typeof shared === 'string' || !record || record.run === null ? null : `${record.provider}://${record.run}`,
    folder: state.cwd,
    since: new Date(state.startedAt).toISOString(),
    isKept: state.isKept,
    isPaused: record !== undefined && record.pausedAt !== null,
  }
}

function tooOldOf(clis: DoctorReport['clis']): DrivingReport['tooOld'] {
  return clis.flatMap(({ provider, version }) => {
    const oldest = drivers.find((one) => one.provider === provider)?.program.oldest
    if (oldest === undefined || version === null || compareVersions(version, oldest) >= 0) return []
    return [{ provider, version, oldest }]
  })
}
