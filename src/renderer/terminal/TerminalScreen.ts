import type { LaunchId } from '../../shared/drive/launch'
import { formatBytes } from '../../shared/formatBytes'
import { copyText } from '../controls/copyText'
import { type Connection, callEngine, type EngineClient, faultOf, useClient } from '../store/client'
import { isMac } from '../window/commandKey'
import { InputQueue } from './InputQueue'
import { keptModes, modesText } from './keptModes'
import { markAnswers } from './markAnswers'
import { OutputWire } from './OutputWire'
import { type OpenedTerminal, openTerminal } from './openTerminal'
import { pageColours } from './pageColours'
import { readLines } from './readLines'
import { SizeSender } from './SizeSender'
import { noteTerminalReader, noteTerminalSize } from './terminalFacts'
import { terminalKey } from './terminalKey'

/** What a screen asks of the pane around it. */
export interface ScreenEvents {
  onLeave(): void
  onFind(): void
  onRefused(reason: string): void
}

const silent: ScreenEvents = { onLeave: () => undefined, onFind: () => undefined, onRefused: () => undefined }

/** One terminal, for as long as the page remembers it: it is taken from pane to pane, and follows its program while it is seen. */
export class TerminalScreen {
  readonly launch: LaunchId
  readonly opened: OpenedTerminal
  private readonly place = document.createElement('div')
  private readonly wire: OutputWire
  private readonly input: InputQueue
  private readonly size: SizeSender
  private readonly closers: (() => void)[] = []
  private events = silent
  private followed: EngineClient | null = null
  private isShown = false
  private isOver = false
  private needsJolt = false

  constructor(launch: LaunchId, isSpoken: boolean) {
    this.launch = launch
    this.place.className = 'terminal-place'
    // What is measured must be in the document.
    document.body.append(this.place)
    this.opened = openTerminal(this.place, isSpoken)
    this.place.remove()
    const { terminal } = this.opened
    this.wire = new OutputWire(
      {
        write: (bytes, onDrawn) => terminal.write(bytes, onDrawn),
        tellGap: (bytes, isFirst) => this.tellGap(bytes, isFirst),
      },
      (to) => this.noteDrawn(to),
    )
    this.input = new InputQueue(
      (data, answers) => this.send(data, answers),
      (reason) => this.events.onRefused(reason),
    )
    this.size = new SizeSender((size) => callEngine('resizeTerminal', { launch, ...size }))
    noteTerminalReader(launch, () => readLines(terminal.buffer.active))
    this.listen()
  }

  /** Puts it into a pane and follows the program from where it was left. */
  show(pane: HTMLElement, events: ScreenEvents): void {
    this.events = events
    this.isShown = true
    pane.append(this.place)
    this.dress()
    this.fit()
    this.follow()
  }

  hide(): void {
    this.keepModes()
    this.events = silent
    this.isShown = false
    this.place.remove()
    this.follow()
  }

  /** As large as its pane; the program follows. */
  fit(): void {
    if (this.isShown && this.place.clientWidth > 0) this.opened.fit.fit()
  }

  dress(): void {
    this.opened.terminal.options.theme = pageColours()
  }

  /** Whether screen readers are told what it shows. */
  speak(isSpoken: boolean): void {
    this.opened.terminal.options.screenReaderMode = isSpoken
  }

  /** Its program has ended: nothing is typed any more. */
  end(isOver: boolean): void {
    this.isOver = isOver
    this.opened.terminal.options.disableStdin = isOver
    // It would wait for words that nobody can write.
    if (isOver) this.opened.terminal.write('\x1b[?25l')
  }

  close(): void {
    this.hide()
    noteTerminalReader(this.launch, null)
    for (const close of this.closers.splice(0)) close()
    this.opened.terminal.dispose()
  }

  private listen(): void {
    const { terminal } = this.opened
    const { isAnswering } = markAnswers(terminal.parser)
    terminal.onData((data) => this.input.type(data, isAnswering() ? this.wire.drawing : null))
    terminal.onBinary((data) => this.input.type(data))
    terminal.onResize(() => this.tellSize())
    terminal.attachCustomKeyEventHandler((event) => this.pressKey(event))
    const onSeen = (): void => {
      this.keepModes()
      this.follow()
    }
    document.addEventListener('visibilitychange', onSeen)
    this.closers.push(() => document.removeEventListener('visibilitychange', onSeen))
    let deafen = hear(useClient.getState().connection, this)
    this.closers.push(
      useClient.subscribe(({ connection }, before) => {
        if (connection === before.connection) return
        deafen()
        deafen = hear(connection, this)
        this.followed = null
        this.follow()
      }),
      () => deafen(),
    )
  }

  take(part: { readonly launch: LaunchId; readonly from: number; readonly base64: string }): void {
    if (part.launch === this.launch) this.wire.take(part)
  }

  /** A page that nobody looks at costs nothing and holds up nobody. */
  follow(): void {
    const { connection } = useClient.getState()
    const client = connection.kind === 'open' && this.isShown && !document.hidden ? connection.client : null
    if (client === this.followed) return
    const { launch } = this
    const left = this.followed
    this.followed = client
    if (client) {
      this.tellSize()
      client.call('followTerminal', { launch, from: this.wire.reached }).catch((error: unknown) => {
        const fault = faultOf(error)
        // An engine that has just come back may not know it yet: it tells when it does.
        if (fault.code === 'not_found' && this.followed === client) this.followed = null
        else if (fault.code !== 'disconnected') this.events.onRefused(fault.message)
      })
    } else if (left) void left.call('unfollowTerminal', { launch }).catch(() => undefined)
  }

  private noteDrawn(to: number): void {
    const { launch } = this
    void this.followed?.call('tookTerminal', { launch, to }).catch(() => undefined)
    if (!this.needsJolt || to < this.wire.reached || !this.isShown || this.isOver) return
    this.needsJolt = false
    const { cols: columns, rows } = this.opened.terminal
    this.size.jolt({ columns, rows })
  }

  private tellSize(): void {
    const { cols: columns, rows } = this.opened.terminal
    if (this.isShown) noteTerminalSize(this.launch, columns, rows)
    if (this.isShown && !this.isOver) this.size.set({ columns, rows })
  }

  /** CAN ends whatever sequence was cut off. */
  private tellGap(bytes: number, isFirst: boolean): void {
    const { terminal } = this.opened
    this.needsJolt = true
    const known = isFirst ? keptModes.find(this.launch) : null
    terminal.write(`\x18\x1b[0m${known ? modesText(known) : ''}`)
    if (known?.isAlternate || terminal.buffer.active.type === 'alternate') return
    const why = isFirst ? 'older output is not kept' : 'output came faster than it could be shown'
    terminal.write(`${isFirst ? '' : '\r\n'}\x1b[2m[${why}: ${formatBytes(bytes)} left out]\x1b[0m\r\n`)
  }

  private keepModes(): void {
    const { buffer, modes } = this.opened.terminal
    if (this.wire.reached === 0) return
    keptModes.keep(this.launch, {
      isAlternate: buffer.active.type === 'alternate',
      isBracketed: modes.bracketedPasteMode,
      isFocusTold: modes.sendFocusMode,
      isCursorApplication: modes.applicationCursorKeysMode,
      isKeypadApplication: modes.applicationKeypadMode,
      mouse: modes.mouseTrackingMode,
    })
  }

  private async send(data: string, answers: number | null): Promise<string | null> {
    try {
      return (await callEngine('typeTerminal', { launch: this.launch, data, answers })).refusal
    } catch (error) {
      return faultOf(error).message
    }
  }

  /** False: not the program's. */
  private pressKey(event: KeyboardEvent): boolean {
    const meaning = terminalKey(event, isMac)
    if (meaning === 'program') return true
    if (meaning === 'browser') return false
    event.preventDefault()
    event.stopPropagation()
    if (event.type !== 'keydown') return false
    if (meaning === 'leave') this.events.onLeave()
    if (meaning === 'find') this.events.onFind()
    if (meaning === 'copy') void copyText(this.opened.terminal.getSelection())
    return false
  }
}

function hear(connection: Connection, screen: TerminalScreen): () => void {
  if (connection.kind !== 'open') return () => undefined
  const { client } = connection
  const stops = [
    client.on('terminal', (part) => screen.take(part)),
    client.on('launches', ({ launches }) => launches.some(({ id }) => id === screen.launch) && screen.follow()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
