import { foreignLine } from '../controls/foreignLine'

/** The last two folders of a project's path, without the part that only says whose home it is. */
export function projectName(project: string): string {
  const parts = project.split(/[/\\]/).filter(Boolean)
  const isHome = /^(home|Users)$/.test(parts[0] ?? '') || /^[A-Za-z]:$/.test(parts[0] ?? '')
  const skipped = isHome && parts.length > 2 ? 2 : 0
  const name = parts.slice(Math.max(skipped, parts.length - 2)).join('/')
  return foreignLine(name === '' ? project : name)
}
