import type { CommandSpec, FlagSpec } from './command'
import { commandTableOfDriving } from './commandTableOfDriving'

const sample = 'claude://7d0c2f1a-6795-46e9-86cf-7fa70259e41a'
const json: FlagSpec = { kind: 'switch', help: 'print JSON for programs' }
const uri = { name: '<uri>', required: true }
const agentUri = { name: '<agent-uri>', required: true }
const dryRun: FlagSpec = { kind: 'switch', help: 'only say what it would do' }

/** Every command there is: parsing, help and errors all read this. */
export const commandTable: readonly CommandSpec[] = [
  {
    name: '',
    synopsis: 'understory [-I | --head] <uri>',
    summary: 'a run or an agent as Markdown',
    operands: [uri],
    flags: { head: { kind: 'switch', short: 'I', help: 'front matter only; on a run it lists the agents' } },
    examples: [
      [`understory ${sample}`, 'the whole run'],
      [`understory ${sample}/a2057518584390e68`, 'one agent of it, at any depth'],
      [`understory --head ${sample}`, 'which agents it has, and their statuses'],
    ],
    load: async () => (await import('./commands/printMarkdown')).printMarkdown,
  },
  {
    name: 'list',
    synopsis: 'understory list [--json] [--provider P] [--project DIR] [--live] [--limit N]',
    summary: 'runs, newest first',
    operands: [],
    flags: {
      json,
      provider: { kind: 'text', value: 'P', help: 'only runs of this provider' },
      project: { kind: 'folder', value: 'DIR', help: 'only runs in this folder or below' },
      live: { kind: 'switch', help: 'only runs a process owns now' },
      limit: { kind: 'count', value: 'N', help: 'at most N runs' },
    },
    examples: [
      ['understory list --limit 20', 'the last twenty'],
      ['understory list --project .', 'what ran in this folder'],
      ["understory list --live --json | jq -r '.[].uri'", 'addresses of what runs now'],
    ],
    load: async () => (await import('./commands/listRuns')).listRuns,
  },
  {
    name: 'tree',
    synopsis: 'understory tree <uri> [--json]',
    summary: 'the tree of one run',
    operands: [uri],
    flags: { json },
    examples: [
      [`understory tree ${sample}`, 'who started whom, and how it went'],
      [`understory tree ${sample} --json | jq .totals`, 'how many, running, waiting, failed'],
    ],
    load: async () => (await import('./commands/printTree')).printTree,
  },
  {
    name: 'transcript',
    synopsis: 'understory transcript <uri> [--json] [--raw] [--before N] [--limit N]',
    summary: 'what one agent said and did',
    operands: [uri],
    flags: {
      json,
      before: { kind: 'count', value: 'N', help: 'the items before item N, to page backwards' },
      limit: { kind: 'count', value: 'N', help: 'at most N items (100)' },
      raw: { kind: 'switch', help: 'also the records that are part of no item, one line each' },
    },
    examples: [
      [`understory transcript ${sample}/a2057518584390e68`, 'the last 100 items of an agent'],
      [`understory transcript ${sample} --before 400 --limit 50`, 'items 350 to 399 of the run itself'],
      [`understory transcript ${sample} --raw`, 'also what no item shows, one line a record'],
    ],
    load: async () => (await import('./commands/printTranscript')).printTranscript,
  },
  {
    name: 'watch',
    synopsis: 'understory watch [<uri>] [--json]',
    summary: 'what changes, as it changes',
    operands: [{ name: '<uri>', required: false }],
    flags: { json },
    examples: [
      ['understory watch', 'every live run, drawn anew as it grows; Ctrl-C ends it'],
      [`understory watch ${sample} --json`, 'one run as a snapshot and patches, one per line'],
      ['understory watch | tee agents.log', 'one line per change'],
    ],
    load: async () => (await import('./commands/watchRuns')).watchRuns,
  },
  {
    name: 'stats',
    synopsis: 'understory stats <uri> [--json]',
    summary: 'activity per agent and per type',
    operands: [uri],
    flags: { json },
    examples: [[`understory stats ${sample}`, 'tools, tokens, cost, time, and how parallel it was']],
    load: async () => (await import('./commands/printStats')).printStats,
  },
  {
    name: 'link list',
    synopsis: 'understory link list <run-uri> [--json]',
    summary: 'why each agent hangs where it does',
    operands: [{ name: '<run-uri>', required: true }],
    flags: { json },
    examples: [[`understory link list ${sample}`, 'each agent, its parent, and the evidence']],
    load: async () => (await import('./commands/listLinks')).listLinks,
  },
  {
    name: 'link set',
    synopsis: 'understory link set <agent-uri> --parent <uri> [--call ID] [--dry-run] [--json]',
    summary: 'hangs an agent under another one, by hand',
    operands: [agentUri],
    flags: {
      parent: { kind: 'text', value: '<uri>', help: 'the agent it is to hang under; the run itself by its own address' },
      call: { kind: 'text', value: 'ID', help: 'the call of that agent that started it' },
      'dry-run': dryRun,
      json,
    },
    examples: [
      ['understory link set $RUN/a2057518584390e68 --parent $RUN', 'under the run itself, where RUN is its address'],
      ['understory link set $RUN/a2057518584390e68 --parent $RUN --call toolu_01 --dry-run', 'what that would do'],
      [
        'understory link set codex://01a1ee73-5a29-7fe3-9af8-1a3d7abcd619 --parent $RUN',
        'a session of another tool: it joins the run',
      ],
    ],
    load: async () => (await import('./commands/changeLink')).setLink,
  },
  {
    name: 'link unlink',
    synopsis: 'understory link unlink <agent-uri> [--dry-run] [--json]',
    summary: 'takes an agent away from its call, by hand',
    operands: [agentUri],
    flags: { 'dry-run': dryRun, json },
    examples: [[`understory link unlink ${sample}/a2057518584390e68`, 'it is listed as unplaced, its call is free again']],
    load: async () => (await import('./commands/changeLink')).changeLink({ kind: 'unlink' }),
  },
  {
    name: 'link hide',
    synopsis: 'understory link hide <agent-uri> [--dry-run] [--json]',
    summary: 'marks an agent as no sub-agent, by hand',
    operands: [agentUri],
    flags: { 'dry-run': dryRun, json },
    examples: [[`understory link hide ${sample}/a2057518584390e68`, 'hidden with all below it; its tokens still count']],
    load: async () => (await import('./commands/changeLink')).changeLink({ kind: 'hide' }),
  },
  {
    name: 'link clear',
    synopsis: 'understory link clear <agent-uri> [--dry-run] [--json]',
    summary: 'takes back what was said of an agent by hand',
    operands: [agentUri],
    flags: { 'dry-run': dryRun, json },
    examples: [[`understory link clear ${sample}/a2057518584390e68`, 'it hangs where the files say']],
    load: async () => (await import('./commands/changeLink')).changeLink({ kind: 'clear' }),
  },
  {
    name: 'link undo',
    synopsis: 'understory link undo <run-uri> [--json]',
    summary: 'takes back the last change by hand in a run',
    operands: [{ name: '<run-uri>', required: true }],
    flags: { json },
    examples: [[`understory link undo ${sample}`, 'one step back']],
    load: async () => (await import('./commands/changeLink')).undoLink,
  },
  {
    name: 'link redo',
    synopsis: 'understory link redo <run-uri> [--json]',
    summary: 'does again what was taken back',
    operands: [{ name: '<run-uri>', required: true }],
    flags: { json },
    examples: [[`understory link redo ${sample}`, 'one step forward']],
    load: async () => (await import('./commands/changeLink')).redoLink,
  },
  ...commandTableOfDriving,
  {
    name: 'doctor',
    synopsis: 'understory doctor [--json]',
    summary: 'where it looks, what it found, what it could not read',
    operands: [],
    flags: { json },
    examples: [['understory doctor', 'the first thing to run when something is missing']],
    load: async () => (await import('./commands/printDoctor')).printDoctor,
  },
  {
    name: 'demo',
    synopsis: 'understory demo [--json] [--speed N] [--once]',
    summary: 'plays recorded sessions as if live',
    operands: [],
    flags: {
      json: { kind: 'switch', help: 'frames as of watch --json, once' },
      speed: { kind: 'number', value: 'N', help: '2 is twice as fast, 0.5 half as fast (1)' },
      once: { kind: 'switch', help: 'end after the last event; on a terminal it repeats until Ctrl-C' },
    },
    examples: [
      ['understory demo', 'see a tree grow without any agent installed'],
      ['understory demo --once --speed 0.5', 'once, slowly'],
    ],
    load: async () => (await import('./commands/playDemo')).playDemo,
  },
  {
    name: 'app',
    synopsis: 'understory [app] [<uri>]',
    summary: 'the desktop app; without a display, the page for a browser',
    operands: [{ name: '<uri>', required: false }],
    flags: {},
    examples: [
      ['understory', 'look at your agents'],
      [`understory app ${sample}`, 'open this run; a running app shows it'],
    ],
    load: async () => (await import('./commands/openApp')).openApp,
  },
  {
    name: 'serve',
    synopsis: 'understory serve [--host 127.0.0.1] [--port 0] [--open] [--json]',
    summary: 'the same page in a browser',
    operands: [],
    flags: {
      host: { kind: 'text', value: 'ADDRESS', help: 'where to listen (127.0.0.1: this machine only)' },
      port: { kind: 'count', value: 'N', help: 'which port (0: any that is free)' },
      open: { kind: 'switch', help: 'open the link in the system browser' },
      json: { kind: 'switch', help: 'print the link as JSON, on one line' },
    },
    examples: [
      ['understory serve --open', 'look at your agents in the browser; Ctrl-C ends it'],
      ['understory serve --port 4100', 'print a link that works from this machine'],
    ],
    load: async () => (await import('./commands/serveUi')).serveUi,
  },
]

/** Promised for later versions: known by name, offered nowhere. */
export const laterCommands: readonly string[] = ['search', 'export']
