import type { AgentEvent } from '../event'
import { holdsInOrder } from './holdsInOrder'
import { type Program, programsOf } from './programsOf'
import type { ShellWord } from './splitShell'

/** A session that a shell command starts. */
export interface Launch {
  readonly provider: string
  /** What the command quotes as its prompts; null: what it asks may come from anywhere. */
  readonly prompts: readonly string[] | null
}

interface Product {
  readonly provider: string
  readonly programs: readonly string[]
  /** One of these words starts a session. */
  readonly verbs: readonly string[]
  /** One of these options does. */
  readonly options: readonly string[]
  /** Options that are followed by their value. */
  readonly valued: ReadonlySet<string>
  /** With one of these nothing is started. */
  readonly refusals: ReadonlySet<string>
  /** Words in a prompt's place that are none. */
  readonly others: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const PRODUCTS: readonly Product[] = [
  {
    provider: 'codex',
    programs: ['codex'],
    verbs: ['exec', 'e', 'review'],
    options: [],
    valued: words(
      '-m --model -C --cd -c --config -p --profile -s --sandbox -a --ask-for-approval -i --image --add-dir --enable --disable --local-provider --output-schema -o --output-last-message --color --base --commit --title --remote',
    ),
    refusals: words('-h --help -V --version'),
    others: words('resume help'),
  },
  {
    provider: 'opencode',
    programs: ['opencode', 'opencode-ai'],
    verbs: ['run'],
    options: [],
    valued: words(
      '-m --model --agent -s --session --title -f --file --format --attach --port --variant --command --dir --log-level -p --password',
    ),
    refusals: words('-h --help -v --version'),
    others: new Set(),
  },
  {
    provider: 'claude',
    programs: ['claude', 'claude-code'],
    verbs: [],
    options: ['-p', '--print'],
    valued: words(
      '--model --fallback-model --output-format --input-format --append-system-prompt --system-prompt --allowedTools --allowed-tools --disallowedTools --disallowed-tools --tools --permission-mode --permission-prompt-tool --mcp-config --settings --setting-sources --add-dir --max-turns --max-budget-usd --json-schema --session-id --agents --agent --effort --plugin-dir -n --name -r --resume',
    ),
    refusals: words('-h --help -v --version'),
    others: words('mcp config doctor update install plugin agents auth setup-token'),
  },
]

const NAMES = PRODUCTS.flatMap(({ programs }) => programs)

/** Longer commands are looked at so far. */
const LONGEST_COMMAND = 4000
/** A shorter text is rather a word than a prompt. */
const SHORTEST_PROMPT = 8

/** What a shell command starts a session of: the first, with all that the command says to sessions of that product. */
export function launchOf(command: string): Launch | null {
  const text = cut(command)
  // A word of a command is some of its letters, in order. Taking every command apart would be a fiftieth of the whole index.
  if (!NAMES.some((name) => holdsInOrder(text, name))) return null
  const launches = programsOf(text).flatMap((program) => sessionOf(program) ?? [])
  const [first] = launches
  if (!first) return null
  const prompts: string[] = []
  for (const launch of launches) {
    if (launch.provider !== first.provider) continue
    if (launch.prompts === null) return { provider: first.provider, prompts: null }
    prompts.push(...launch.prompts)
  }
  return { provider: first.provider, prompts }
}

function sessionOf({ name, words: all, isFed }: Program): Launch | null {
  const product = PRODUCTS.find(({ programs }) => programs.includes(name))
  if (!product || all.some(({ text, isQuoted }) => !isQuoted && product.refusals.has(text))) return null
  const plain = withoutOptions(product, all)
  const isVerb = product.verbs.includes(plain[0]?.text ?? '')
  if (!isVerb && !all.some(({ text }) => product.options.includes(text))) return null
  const said = isVerb ? plain.slice(1) : plain
  if (said[0] && !said[0].isQuoted && product.others.has(said[0].text)) return null
  return { provider: product.provider, prompts: isFed ? null : promptsOf(said) }
}

function withoutOptions({ valued }: Product, all: readonly ShellWord[]): readonly ShellWord[] {
  const plain: ShellWord[] = []
  for (let i = 0; i < all.length; i++) {
    const word = all[i]
    if (!word) continue
    if (word.isQuoted || word.text === '-' || !word.text.startsWith('-')) plain.push(word)
    else if (word.text === '--') return [...plain, ...all.slice(i + 1)]
    else if (valued.has(word.text)) i++
  }
  return plain
}

function promptsOf(said: readonly ShellWord[]): readonly string[] | null {
  const prompts = said.map(({ literal, isQuoted }) => (isQuoted ? literal.trim() : ''))
  return prompts.length > 0 && prompts.every((prompt) => prompt.length >= SHORTEST_PROMPT) ? prompts : null
}

function cut(command: string): string {
  const text = command.slice(0, LONGEST_COMMAND)
  // A label's own mark that something was left out.
  return text.endsWith('…') ? text.slice(0, -1) : text
}

type ToolCalled = Extract<AgentEvent, { kind: 'tool_called' }>

/** What to say besides a tool call whose command, as far as it is known, starts a session. */
export function launchBy({ thread, call, at }: ToolCalled, command: string): AgentEvent | null {
  const launch = launchOf(command)
  return launch && { kind: 'session_launched', thread, call, ...launch, command: cut(command), at }
}
