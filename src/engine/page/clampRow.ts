import type { RunRow } from '../../shared/views'
import { clampNullable, clampText } from './clampText'

const NAME = 200
const PATH = 4096

/** A row is short whatever a transcript holds. */
export function clampRow(row: RunRow): RunRow {
  return {
    ...row,
    title: clampText(row.title, 400),
    ...(row.branch === undefined ? {} : { branch: clampNullable(row.branch, NAME) }),
    cwd: clampNullable(row.cwd, PATH),
    project: clampNullable(row.project, PATH),
    version: clampNullable(row.version, NAME),
    model: clampNullable(row.model, NAME),
  }
}
