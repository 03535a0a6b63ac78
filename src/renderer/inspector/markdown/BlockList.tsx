import { createElement } from 'react'
import { inOrder } from '../inOrder'
import type { Block, ListEntry } from './block'
import { CodeBlock } from './CodeBlock'
import { Inlines } from './Inlines'

export function BlockList({ blocks }: { readonly blocks: readonly Block[] }) {
  return inOrder(blocks).map(({ place, value }) => <BlockView block={value} key={place} />)
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines inlines={block.inlines} />
        </p>
      )
    case 'heading':
      return createElement(
        `h${Math.min(6, block.level + 2)}`,
        { className: block.level < 3 ? 'md-h big' : 'md-h', dir: 'auto' },
        <Inlines inlines={block.inlines} />,
      )
    case 'code':
      return <CodeBlock text={block.text} language={block.language} />
    case 'quote':
      return (
        <blockquote dir="auto">
          <BlockList blocks={block.blocks} />
        </blockquote>
      )
    case 'list':
      return <ListView start={block.start} entries={block.entries} />
    case 'table':
      return <TableView table={block} />
    case 'rule':
      return <hr />
    case 'plain':
      return (
        <p className="md-plain" dir="auto">
          {block.text}
        </p>
      )
    default:
      return block satisfies never
  }
}

function ListView({ start, entries }: { readonly start: number | null; readonly entries: readonly ListEntry[] }) {
  const rows = inOrder(entries).map(({ place, value: entry }) => (
    <li key={place} className={entry.isDone === null ? undefined : 'task'}>
      {entry.isDone !== null && <span className="md-box">{entry.isDone ? '☑' : '☐'}</span>}
      <BlockList blocks={entry.blocks} />
    </li>
  ))
  return start === null ? (
    <ul dir="auto">{rows}</ul>
  ) : (
    <ol dir="auto" start={start}>
      {rows}
    </ol>
  )
}

function TableView({ table }: { readonly table: Extract<Block, { kind: 'table' }> }) {
  return (
    <div className="md-table">
      <table>
        <thead>
          <tr>
            {inOrder(table.head).map(({ place, value: cell }) => (
              <th key={place} dir="auto">
                <Inlines inlines={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(table.rows).map(({ place: line, value: row }) => (
            <tr key={line}>
              {inOrder(row).map(({ place, value: cell }) => (
                <td key={place} dir="auto">
                  <Inlines inlines={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
