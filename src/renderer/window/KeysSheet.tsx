import './KeysSheet.css'
import { Dialog } from '../controls/Dialog'
import { useUi } from '../store/ui'
import { commandKey, isMac } from './commandKey'
import { keyBindings } from './keyBindings'

type Row = readonly [shown: string, words: string]

const linkKeys: readonly Row[] = [
  [commandKey('Z'), 'undo the last change of a link'],
  [commandKey('Y'), 'and do it again'],
]
const treeKeys: readonly Row[] = [
  ['↑ ↓ ← →', 'walk along the tree'],
  ['Enter', 'open the transcript'],
  ['Space', 'fold or unfold'],
  ['+ −', 'nearer, farther'],
  ['Menu', 'what can be done with the agent'],
]
const listKeys: readonly Row[] = [
  ['↑ ↓', 'walk through the runs'],
  ['Home End', 'first, last'],
  ['Enter', 'open the run'],
  ['Esc', 'close what lies on top'],
]
const terminalKeys: readonly Row[] = [
  ['F6', 'leave the terminal: all other keys are its program’s'],
  [commandKey('F'), 'find in its lines'],
  [isMac ? '⌘C ⌘V' : 'Ctrl Shift C, V', 'copy and paste'],
]

export function KeysSheet() {
  const everywhere = keyBindings.map(({ shown, words }): Row => [shown, words])
  return (
    <Dialog title="Keys" width={640} onClose={() => useUi.setState({ overlay: null })}>
      <div className="keys-sheet">
        <KeyTable title="Everywhere" rows={[...everywhere, ...linkKeys]} />
        <div>
          <KeyTable title="In the tree" rows={treeKeys} />
          <KeyTable title="In lists" rows={listKeys} />
          <KeyTable title="In a terminal" rows={terminalKeys} />
        </div>
      </div>
    </Dialog>
  )
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([shown, words]) => (
          <div key={words}>
            <dt>
              <span className="kbd">{shown}</span>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
