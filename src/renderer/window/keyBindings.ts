import { goToNextNeeding } from '../attention/nextNeeding'
import { goToAsk } from '../drive/asks/goToAsk'
import { goToDrawer } from '../drive/drawer/openComposer'
import { openNewRun } from '../drive/launch/openNewRun'
import { openPalette } from '../palette/openPalette'
import { goBack, goForth } from '../store/select'
import { useUi } from '../store/ui'
import { commandKey } from './commandKey'

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

export interface KeyBinding {
  readonly id: string
  /** As the sheet of keys shows it. */
  readonly shown: string
  readonly words: string
  /** True: also while a person writes. */
  readonly isAlways?: boolean
  matches(press: KeyPress): boolean
  run(): void
}

const plain = (key: string) => (press: KeyPress) => press.key === key && !press.ctrlKey && !press.metaKey && !press.altKey
const alt = (key: string) => (press: KeyPress) => press.key === key && press.altKey && !press.ctrlKey && !press.metaKey

/** Every key that works anywhere in the window. The canvas and the panels have their own, while they hold the focus. */
export const keyBindings: readonly KeyBinding[] = [
  {
    id: 'palette',
    shown: commandKey('K'),
    words: 'search runs, agents and actions, or paste a URI',
    isAlways: true,
    matches: ({ key, ctrlKey, metaKey, altKey }) => key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey,
    run: () => openPalette('all'),
  },
  { id: 'find', shown: '/', words: 'search in this run', matches: plain('/'), run: () => openPalette('run') },
  { id: 'next', shown: 'n', words: 'next that needs you', matches: plain('n'), run: () => void goToNextNeeding() },
  {
    id: 'fit',
    shown: 'f',
    words: 'fit the tree into the window',
    matches: plain('f'),
    run: () => useUi.setState({ camera: 'fit' }),
  },
  {
    id: 'follow',
    shown: 'l',
    words: 'follow what is live',
    matches: plain('l'),
    run: () => useUi.setState({ camera: 'follow' }),
  },
  { id: 'new-run', shown: 'Shift N', words: 'new run', matches: plain('N'), run: () => openNewRun() },
  { id: 'answer', shown: 'r', words: 'to the card of what is asked', matches: plain('r'), run: goToAsk },
  { id: 'composer', shown: 'c', words: 'to the composer or terminal of the run', matches: plain('c'), run: goToDrawer },
  { id: 'back', shown: 'Alt ←', words: 'back to where you were', matches: alt('ArrowLeft'), run: () => void goBack() },
  { id: 'forth', shown: 'Alt →', words: 'and forth again', matches: alt('ArrowRight'), run: () => void goForth() },
  { id: 'keys', shown: '?', words: 'all keys', matches: plain('?'), run: () => useUi.setState({ overlay: 'keys' }) },
]

/** What a key press means here; null: nothing of ours. */
export function bindingOf(press: KeyPress, isTyping: boolean): KeyBinding | null {
  return keyBindings.find((binding) => (binding.isAlways || !isTyping) && binding.matches(press)) ?? null
}
