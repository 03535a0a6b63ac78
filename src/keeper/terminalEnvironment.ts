type Environment = Readonly<Record<string, string>>

/** Of a terminal around the program that asked: its abilities are not those of the one in which this runs. */
const foreign =
  /^(COLORFGBG|COLUMNS|LINES|WINDOWID|STY|TERMCAP|WT_SESSION|WT_PROFILE_ID|TERMINAL_EMULATOR)$|^(TERM_|TMUX|ITERM_|LC_TERMINAL|KITTY_|WEZTERM_|ALACRITTY_|GHOSTTY_|KONSOLE_|VTE_|VSCODE_|ZELLIJ)/

/** Without the word for true colours every one is rounded to one of 256, among them those that a theme changes. */
const own = { COLORTERM: 'truecolor', TERM_PROGRAM: 'understory' }

/** What a program in a terminal of ours is told of its terminal, beside what the library says. */
export function terminalEnvironment(env: Environment): Record<string, string> {
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name))), ...own }
}
