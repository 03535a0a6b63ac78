import type { CommandSpec, FlagSpec } from './command'

const sample = 'claude://7d0c2f1a-6795-46e9-86cf-7fa70259e41a'
const uri = { name: '<uri>', required: true }
const prompt = { name: '"prompt"', required: false }
const json: FlagSpec = { kind: 'switch', help: 'frames as of watch --json, and lines for the session and what it asks' }
const keep: FlagSpec = {
  kind: 'switch',
  help: 'leave it open when its turn is over, at Ctrl-C twice, and when this command ends',
}
const print: FlagSpec = { kind: 'switch', help: 'only print the command, as it works in any shell' }
const at: FlagSpec = { kind: 'count', value: 'N', help: 'only what was said up to item N of its transcript' }

/** What a new session, or one that goes on, can be given. */
const values = {
  cwd: { kind: 'folder', value: 'DIR', help: 'where it works (this folder; of an earlier session, the folder it worked in)' },
  model: { kind: 'text', value: 'M', help: 'in the words of the product' },
  agent: { kind: 'text', value: 'A', help: 'which of its agents answers' },
  mode: { kind: 'text', value: 'M', help: 'what it may do without asking, in the words of the product' },
  arg: { kind: 'texts', value: 'VALUE', help: 'one more argument for its program; again for the next' },
  'prompt-file': { kind: 'text', value: 'FILE', help: 'the prompt is in this file (-: standard input), as long as you like' },
} as const satisfies Record<string, FlagSpec>

const exits: CommandSpec['exits'] = [
  ['0', 'its turns came to their end'],
  ['1', 'it failed, was stopped, or wanted something that nobody answered; or it was not started'],
  ['2', 'wrongly asked'],
  ['129', 'its terminal was closed'],
  ['130', 'you pressed Ctrl-C'],
  ['143', 'another program ended this one'],
]

const nextLine = `\n${' '.repeat('Usage: understory '.length)}`
const given = `[--cwd DIR] [--model M] [--agent A] [--mode M] [--arg VALUE]…${nextLine}[--prompt-file FILE]`

/** Commands that start sessions, go on with them and write to them. */
export const commandTableOfDriving: readonly CommandSpec[] = [
  {
    name: 'run',
    synopsis: `understory run <provider> ${given} [--terminal] [--fresh] [--keep] [--json] -- "prompt"`,
    summary: 'starts a session and follows it',
    operands: [{ name: '<provider>', required: true }, prompt],
    flags: {
      ...values,
      terminal: { kind: 'switch', help: 'the product’s own interface, in this terminal' },
      fresh: { kind: 'switch', help: 'without the model, agent, mode and arguments of the last time in this folder' },
      ...{ keep, json },
    },
    exits,
    examples: [
      ['understory run claude -- "$PROMPT"', 'its tree grows here; what it asks is answered here, or in the app'],
      ['understory run claude --keep --cwd ~/acme -- "$PROMPT"', 'stays open; the app goes on with it, or "understory send"'],
      ['understory run codex --terminal --arg --search', 'its own interface here, with an argument of its own'],
      ['understory run claude --fresh --prompt-file task.md', 'a prompt of any length; - reads standard input'],
    ],
    load: async () => (await import('./commands/runSession')).runSession,
  },
  {
    name: 'send',
    synopsis: 'understory send <uri> [--prompt-file FILE] [--end] [--json] -- "message"',
    summary: 'writes to a session that was started here and runs',
    operands: [uri, { name: '"message"', required: false }],
    flags: {
      'prompt-file': { kind: 'text', value: 'FILE', help: 'the message is in this file (-: standard input)' },
      end: { kind: 'switch', help: 'let it end when its turn is over' },
      json,
    },
    exits,
    examples: [
      [`understory send ${sample} -- "$PROMPT"`, 'one more turn, followed here; it stays open'],
      [`understory send ${sample} --end -- "$PROMPT"`, 'its last turn'],
    ],
    load: async () => (await import('./commands/sendToSession')).sendToSession,
  },
  {
    name: 'resume',
    synopsis: `understory resume <uri> ${given} [--print] [--keep] [--json] [-- "prompt"]`,
    summary: 'goes on with a run that nobody holds',
    operands: [uri, prompt],
    flags: { ...values, ...{ print, json, keep } },
    exits,
    examples: [
      [`understory resume ${sample}`, 'the product itself, in this terminal'],
      [`understory resume ${sample} -- "$PROMPT"`, 'one more turn, followed here'],
      [`understory resume ${sample} --print`, 'the command, to paste'],
    ],
    load: async () => (await import('./commands/continueSession')).resumeSession,
  },
  {
    name: 'fork',
    synopsis: `understory fork <uri> [--at N] ${given} [--print] [--keep] [--json] [-- "prompt"]`,
    summary: 'goes on from a copy, also of a run that is live',
    operands: [uri, prompt],
    flags: { at, ...values, ...{ print, json, keep } },
    exits,
    examples: [
      [`understory fork ${sample} -- "$PROMPT"`, 'the original is left as it is'],
      [`understory fork ${sample} --print`, 'the command, to paste'],
    ],
    load: async () => (await import('./commands/continueSession')).forkSession,
  },
  {
    name: 'continue',
    synopsis: `understory continue <uri> [--at N] [--render] [--yes]${nextLine}${given} [--print] [--keep] [--json] [-- "prompt"]`,
    summary: 'a new session that goes on from any agent',
    operands: [uri, prompt],
    flags: {
      at,
      render: { kind: 'switch', help: 'tell the new session what was said, as text' },
      yes: { kind: 'switch', help: 'do not ask before that text is sent' },
      ...values,
      ...{ print, json, keep },
    },
    exits,
    examples: [
      [`understory continue ${sample}/a2057518584390e68`, 'an agent becomes a session of its own'],
      [`understory continue ${sample}/a2057518584390e68 --at 40 -- "$PROMPT"`, 'from item 40 on, differently'],
      [
        `understory continue ${sample} --render --cwd ~/acme -- "$PROMPT"`,
        'what was said goes along as text; how much is shown first',
      ],
    ],
    load: async () => (await import('./commands/continueSession')).continueSession,
  },
  {
    name: 'join',
    synopsis: 'understory join <uri> [--print]',
    summary: 'opens a live session where it runs, in this terminal',
    operands: [uri],
    flags: { print },
    examples: [
      [`understory join ${sample}`, 'leaving it leaves it running'],
      [`understory join ${sample} --print`, 'the command, to paste'],
    ],
    load: async () => (await import('./commands/joinSession')).joinSession,
  },
]
