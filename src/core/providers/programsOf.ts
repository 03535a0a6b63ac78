import { type ShellWord, type SimpleCommand, splitShell } from './splitShell'

/** What a shell runs after all: a program's name and the words after it. */
export interface Program {
  readonly name: string
  readonly words: readonly ShellWord[]
  readonly isFed: boolean
}

const KEYWORDS: ReadonlySet<string> = new Set(['do', 'then', 'else', 'elif', 'if', 'while', 'until', '!', '{', 'coproc'])
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const VERSION = /(?<=.)@[^@/]*$/

interface Wrapper {
  /** Options that are followed by their value. */
  readonly valued: readonly string[]
  /** Words of its own before the program. */
  readonly words?: number
  /** One of these must stand first. */
  readonly verbs?: readonly string[]
}

const PLAIN: Wrapper = { valued: [] }
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['env', { valued: ['-u', '--unset', '-C', '--chdir'] }],
  ['nohup', PLAIN],
  ['exec', { valued: ['-a'] }],
  ['command', PLAIN],
  ['builtin', PLAIN],
  ['setsid', PLAIN],
  ['unbuffer', PLAIN],
  ['time', { valued: ['-f', '-o'] }],
  ['nice', { valued: ['-n'] }],
  ['ionice', { valued: ['-c', '-n'] }],
  ['stdbuf', { valued: ['-i', '-o', '-e'] }],
  ['sudo', { valued: ['-u', '-g', '-C', '-D'] }],
  ['doas', { valued: ['-u'] }],
  ['timeout', { valued: ['-k', '--kill-after', '-s', '--signal'], words: 1 }],
  ['gtimeout', { valued: ['-k', '--kill-after', '-s', '--signal'], words: 1 }],
  ['xargs', { valued: ['-I', '-n', '-P', '-L', '-d', '-a', '-s'] }],
  ['npx', { valued: ['-p', '--package'] }],
  ['bunx', { valued: ['-p', '--package'] }],
  ['npm', { valued: ['-p', '--package'], verbs: ['exec', 'x'] }],
  ['pnpm', { valued: [], verbs: ['dlx', 'exec'] }],
  ['yarn', { valued: [], verbs: ['dlx', 'exec'] }],
  ['bun', { valued: [], verbs: ['x'] }],
])

const DEEPEST = 4

/** The programs of a shell command, also those that another shell or a wrapper runs for it. */
export function programsOf(text: string, depth = 0): readonly Program[] {
  return splitShell(text).flatMap((command) => unwrap(command, depth))
}

function unwrap({ words, isFed }: SimpleCommand, depth: number): readonly Program[] {
  let left = words
  for (;;) {
    const [first] = left
    if (!first) return []
    const { text } = first
    const name = nameOf(text)
    const wrapper = first.isQuoted ? undefined : WRAPPERS.get(name)
    if (KEYWORDS.has(text) || (ASSIGNMENT.test(text) && !text.startsWith('='))) left = left.slice(1)
    else if (wrapper) left = afterWrapper(wrapper, left.slice(1))
    else if (SHELLS.has(name) || name === 'eval') return depth < DEEPEST ? scriptsOf(name, left.slice(1), depth) : []
    else return [{ name, words: left.slice(1), isFed: isFed || words.some((word) => word.text === 'xargs') }]
  }
}

function afterWrapper({ valued, words = 0, verbs }: Wrapper, all: readonly ShellWord[]): readonly ShellWord[] {
  if (verbs && !verbs.includes(all[0]?.text ?? '')) return []
  let at = verbs ? 1 : 0
  while (all[at]?.text.startsWith('-')) at += valued.includes(all[at]?.text ?? '') ? 2 : 1
  return all.slice(at + words)
}

function scriptsOf(name: string, words: readonly ShellWord[], depth: number): readonly Program[] {
  if (name === 'eval') return programsOf(words.map(({ text }) => text).join(' '), depth + 1)
  const at = words.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text))
  const script = at < 0 ? undefined : words[at + 1]
  return script && words.slice(0, at).every(({ text }) => text.startsWith('-')) ? programsOf(script.text, depth + 1) : []
}

/** Without its folder, and without the release of a package. */
function nameOf(path: string): string {
  return path.slice(path.replace(VERSION, '').lastIndexOf('/') + 1).replace(VERSION, '')
}
