import type { DoctorReport } from '../../shared/doctorReport'
import { formatBytes } from '../../shared/formatBytes'
import { formatCount } from '../../shared/formatCount'
import { oneLine } from '../../shared/neutraliseText'
import { cutLine, type Span, type Style, type StyledLine, span } from '../text/styledText'
import { shortPath } from '../tree/runHeader'
import { channelLines } from './channelLines'
import { drivingLines } from './drivingLines'
import { limitLines } from './limitLines'

const maxListed = 20

export function renderDoctor(report: DoctorReport, home: string, width: number): StyledLine[] {
  const lines: StyledLine[] = [
    [span(`Understory ${report.version}`, 'bold'), span(` · Node ${report.node}`, 'dim')],
    fact('state', shortPath(report.stateFolder, home)),
    ...rememberedLines(report.remembered, home),
    ...section('Where it looks', report.roots.length === 0 ? [[span('  nowhere', 'dim')]] : rootLines(report.roots, home)),
    ...section('Databases', report.stores.map(storeLine)),
    ...section(
      'Programs',
      report.clis.map((cli) => cliLine(cli, widest(report.clis))),
    ),
    ...section('Servers and sockets', channelLines(report.channels, home)),
    ...section('Started from here', report.driving ? drivingLines(report.driving, home, width) : []),
    ...section('What cannot be seen', limitLines(report.limits, width)),
    ...section('Watching', [
      fact(
        report.watch.mode,
        `${formatCount(report.watch.folders)} folders${limitText(report.watch.limit)}${note(report.watch.note)}`,
      ),
    ]),
    ...section('Index', [
      fact(
        report.index.state,
        `${formatCount(report.index.runs)} ${report.index.runs === 1 ? 'run' : 'runs'}${note(report.index.note)}`,
      ),
    ]),
    ...section('Prices', [fact(oneLine(report.prices.dated), `${oneLine(report.prices.source)}${unknownModels(report)}`)]),
    ...section('Left out on purpose', ignoredLines(report)),
    ...section('Records of unknown type', listed(report.unknownRecordTypes, unknownLine)),
    ...section(
      'Read in full, because a quick look differed',
      listed(report.skimMismatches, (path) => [span(`  ${oneLine(path)}`)]),
    ),
    ...section('Problems', listed(report.problems, problemLine)),
  ]
  if (report.problems.length === 0 && report.unknownRecordTypes.length === 0) lines.push([], [span('No problems.', 'dim')])
  return lines.map((line) => cutLine(line, width))
}

/** Where it looked, one line per provider: also what `watch` shows while nothing runs. */
export function rootLines(roots: DoctorReport['roots'], home: string): StyledLine[] {
  const width = widest(roots)
  return roots.map((root): StyledLine => {
    const style: Style = root.state === 'unreadable' ? 'fail' : root.state === 'missing' ? 'dim' : 'plain'
    const files = root.files === 0 ? '' : `, ${formatCount(root.files)} files, ${formatBytes(root.bytes)}`
    const counts = `${formatCount(root.runs)} ${root.runs === 1 ? 'run' : 'runs'}${files}`
    return [
      span(`  ${root.provider.padEnd(width)}  `),
      span(shortPath(root.path, home), style),
      span(`  ${root.state}${root.state === 'found' ? `, ${counts}` : ''}${note(root.note)}`, 'dim'),
    ]
  })
}

/** Most people have no server that tells of more than the disk does: they need not read of it. */
function rememberedLines(remembered: DoctorReport['remembered'], home: string): StyledLine[] {
  if (remembered === null || (remembered.children === 0 && remembered.note === null)) return []
  const { path, children, note: why } = remembered
  const counted = `${formatCount(children)} ${children === 1 ? 'place' : 'places'} of agents that only servers tell of`
  return [fact('remembered', `${counted}, in ${shortPath(path, home)}${note(why)}`)]
}

function section(title: string, body: readonly StyledLine[]): StyledLine[] {
  return body.length === 0 ? [] : [[], [span(title, 'bold')], ...body]
}

function fact(name: string, value: string): StyledLine {
  return [span(`  ${name}  `, 'plain'), span(value, 'dim')]
}

function note(text: string | null): string {
  return text === null ? '' : ` · ${oneLine(text)}`
}

function limitText(limit: number | null): string {
  return limit === null ? '' : ` of at most ${formatCount(limit)}`
}

function storeLine({ provider, path, conversations, bytes, note: why }: DoctorReport['stores'][number]): StyledLine {
  const counted = `${formatCount(conversations)} ${conversations === 1 ? 'conversation' : 'conversations'}${bytes === null ? '' : `, ${formatBytes(bytes)}`}`
  return [span(`  ${provider}  `), span(oneLine(path)), span(`  ${counted}${note(why)}`, 'dim')]
}

function widest(named: readonly { readonly provider: string }[]): number {
  return named.reduce((most, { provider }) => Math.max(most, provider.length), 0)
}

function cliLine(cli: DoctorReport['clis'][number], width: number): StyledLine {
  const found: Span = cli.path === null ? span('not found', 'dim') : span(`${oneLine(cli.version ?? 'version not known')}`)
  return [span(`  ${cli.provider.padEnd(width)}  `), found, span(cli.path === null ? '' : `  ${oneLine(cli.path)}`, 'dim')]
}

function unknownModels({ prices }: DoctorReport): string {
  return prices.unknownModels.length === 0 ? '' : ` · no price for ${prices.unknownModels.map(oneLine).join(', ')}`
}

function ignoredLines({ ignored }: DoctorReport): StyledLine[] {
  const lines: StyledLine[] = []
  if (ignored.warmupAgents > 0) lines.push([span(`  ${formatCount(ignored.warmupAgents)} warm-up agents`)])
  if (ignored.phantomSessions > 0) lines.push([span(`  ${formatCount(ignored.phantomSessions)} sessions without any content`)])
  return lines
}

function unknownLine({ type, count, version }: DoctorReport['unknownRecordTypes'][number]): StyledLine {
  const from = version === null ? '' : `, last in version ${oneLine(version)}`
  return [span(`  ${type === '' ? '(no type)' : oneLine(type)}`), span(`  ${formatCount(count)} times${from}`, 'dim')]
}

function problemLine(problem: DoctorReport['problems'][number]): StyledLine {
  const where = `${oneLine(problem.source)}${problem.line === null ? '' : `:${problem.line}`}`
  return [span(`  ${problem.code}`, 'fail'), span(`  ${where}`), span(`  ${oneLine(problem.message)}`, 'dim')]
}

function listed<T>(items: readonly T[], lineOf: (item: T) => StyledLine): StyledLine[] {
  const lines = items.slice(0, maxListed).map(lineOf)
  if (items.length > maxListed)
    lines.push([span(`  … ${formatCount(items.length - maxListed)} more; --json has them all`, 'dim')])
  return lines
}
