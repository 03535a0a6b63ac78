import { expect, it } from 'vitest'
import { terminalEnvironment } from './terminalEnvironment'

it('says nothing of a terminal around us, and what ours can do', () => {
  const around = {
    TERM_PROGRAM: 'vscode',
    TERM_PROGRAM_VERSION: '1.2',
    TMUX: '/tmp/tmux-0/default,1,0',
    TMUX_PANE: '%1',
    KITTY_WINDOW_ID: '1',
    WT_SESSION: 'x',
    VTE_VERSION: '7000',
    LC_TERMINAL: 'iTerm2',
    COLUMNS: '80',
  }
  const kept = { NO_COLOR: '1', LC_ALL: 'C.UTF-8', TERMINFO: '/info', EDITOR: 'vi', PATH: '/bin' }
  expect(terminalEnvironment({ ...around, ...kept })).toEqual({ ...kept, COLORTERM: 'truecolor', TERM_PROGRAM: 'understory' })
})
