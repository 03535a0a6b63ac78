import { toolOutputText } from '../../../shared/toolOutputText'
import type { PartName } from '../../../shared/transcriptParts'
import { copyText } from '../../controls/copyText'
import type { MenuItem } from '../../controls/MenuItem'
import { goOnFromItem } from '../../drive/goOn/goOnFromItem'
import { holdNumber } from './holdNumber'
import { openRawRecord } from './openRawRecord'
import { readWholeText } from './readText'
import type { RowProps } from './TranscriptRow'

type ItemNumber = ReturnType<typeof holdNumber>

/** The whole text of a part, also where only its beginning came over the wire. */
async function partOf(
  { run, agent, item }: RowProps,
  part: Exclude<PartName, 'record' | 'raw'>,
  number: ItemNumber,
): Promise<string> {
  if (item.clamped?.[part] !== undefined) return readWholeText({ run, key: agent, n: await number(), part })
  if (part === 'text') return item.text
  if (part === 'output') return toolOutputText(item.tool?.output ?? null)
  return typeof item.tool?.input === 'string' ? item.tool.input : JSON.stringify(item.tool?.input ?? null, null, 2)
}

/** What "copy" means for an item: its words, or what its tool gave back. */
function textOf(row: RowProps): Promise<string> {
  return partOf(row, row.item.tool ? (row.item.tool.output === null ? 'input' : 'output') : 'text', holdNumber(row.item.n))
}

function menuOf(row: RowProps): readonly MenuItem[] {
  const { run, agent, item } = row
  const number = holdNumber(item.n)
  const copy = (id: string, label: string, part: Exclude<PartName, 'record' | 'raw'>): MenuItem => ({
    kind: 'action',
    id,
    label,
    icon: 'copy',
    run: () => void partOf(row, part, number).then(copyText),
  })
  return [
    ...(item.tool
      ? [copy('copy-input', 'Copy input', 'input'), copy('copy-output', 'Copy output', 'output')]
      : [copy('copy-text', 'Copy', 'text')]),
    { kind: 'separator' },
    goOnFromItem({ run, key: agent }, number),
    {
      kind: 'action',
      id: 'raw-record',
      label: 'Open raw record',
      icon: 'raw',
      run: () => void number().then((n) => openRawRecord({ run, key: agent, n, source: item.source })),
    },
  ]
}

export const itemActions = { textOf, menuOf }
