import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal } from '@xterm/xterm'
import { askToOpen } from '../inspector/askToOpen'
import { safeLink } from '../inspector/markdown/safeLink'
import { pageColours } from './pageColours'

/** Tokens `--font-mono` and `--t-2`: measured before there is an element that wears them. */
export const terminalFont = { family: '"JetBrains Mono Variable", ui-monospace, monospace', sizePx: 13 }

const SCROLLBACK = 10_000
/** As many are marked at once; there may be more. */
export const MOST_MARKED = 1000

export interface OpenedTerminal {
  readonly terminal: Terminal
  readonly fit: FitAddon
  readonly search: SearchAddon
}

/** The library, dressed and with its mouth shut: what it shows is foreign. Its face must be there, or cells are measured wrong. */
export function openTerminal(place: HTMLElement, isSpoken: boolean): OpenedTerminal {
  const terminal = new Terminal({
    // Widths of letters are chosen through an interface that the library calls a proposal.
    allowProposedApi: true,
    fontFamily: terminalFont.family,
    fontSize: terminalFont.sizePx,
    fontWeightBold: 600,
    scrollback: SCROLLBACK,
    theme: pageColours(),
    minimumContrastRatio: 4.5,
    drawBoldTextInBrightColors: false,
    cursorBlink: false,
    screenReaderMode: isSpoken,
    macOptionClickForcesSelection: true,
    logLevel: 'off',
    linkHandler: { activate: askForLink },
  })
  const opened = { terminal, fit: new FitAddon(), search: new SearchAddon({ highlightLimit: MOST_MARKED }) }
  terminal.loadAddon(opened.fit)
  terminal.loadAddon(opened.search)
  terminal.loadAddon(new UnicodeGraphemesAddon())
  terminal.loadAddon(new WebLinksAddon(askForLink))
  // The clipboard is a person's.
  terminal.parser.registerOscHandler(52, () => true)
  terminal.open(place)
  // Reached by Enter from its frame: by Tab one would get in, and never out again.
  if (terminal.textarea) terminal.textarea.tabIndex = -1
  return opened
}

function askForLink(event: MouseEvent, address: string): void {
  const link = safeLink(address)
  if (link) askToOpen({ x: event.clientX, y: event.clientY }, link)
}
