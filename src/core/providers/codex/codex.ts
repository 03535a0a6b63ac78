import type { Provider } from '../../provider'
import { asObject } from '../../readJson'
import { callVerbs } from './callVerbs'
import { hasLocks } from './hasLocks'
import { isOwnProgram } from './isOwnProgram'
import { limits } from './limits'
import { nameRecord } from './nameRecord'
import { ALLOWANCE_MARKS, openAllowances } from './openAllowances'
import { openRollout } from './openRollout'
import { readHead } from './readHead'
import { readAnswer, readItems } from './readItems'
import { isWatchedFolder, recognise } from './recognise'

export const codex: Provider = {
  id: 'codex',
  label: 'Codex',
  command: 'codex',
  recognise,
  isWatchedFolder,
  openDecoder: (spec, run) => openRollout(run, spec.agent),
  readHead,
  readRegistry: () => null,
  hasRegistry: hasLocks,
  isOwnProgram,
  readItems: (record) => readItems(asObject(record) ?? {}),
  readAnswer: (record, call) => readAnswer(asObject(record) ?? {}, call),
  nameRecord: (record) => nameRecord(asObject(record) ?? {}),
  allowanceMarks: ALLOWANCE_MARKS,
  openAllowances,
  warmupPrompts: new Set(),
  callVerbs,
  limits,
}
