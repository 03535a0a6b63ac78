import type { Block, Route, Scenario } from '../../test/mocks/anthropic/scenario'

/** The spawning tool in old and new versions; the model calls whichever is offered. */
const SPAWN = ['Agent', 'Task'] as const

function spawn(prompt: string, more: { readonly isBackground?: boolean } = {}): Block {
  const description = prompt.split(':')[0] ?? prompt
  return {
    tool: SPAWN,
    input: { description, prompt, subagent_type: 'general-purpose', run_in_background: more.isBackground ?? false },
  }
}

function bash(command: string): Block {
  return { tool: 'Bash', input: { command, description: 'Do it' } }
}

/** What is not in the list of steps is said when they are used up. */
function talk(prompt: string, ...answers: readonly (readonly Block[])[]): Route {
  return { name: prompt, prompt, steps: answers.map((blocks) => ({ blocks })) }
}

/** Stands at a gate of this name until the test opens it. */
function held(prompt: string, gate: string, end: string): Route {
  return { name: prompt, prompt, steps: [{ gate, blocks: [end] }] }
}

const colours = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Blue', description: 'Like the sky.' },
    { label: 'Red', description: 'Like a rose.' },
  ],
  multiSelect: false,
}

/** What the model says in the stories of driving; each by the words that bring it about. Longer marks stand before their beginnings. */
const routes: readonly Route[] = [
  talk('GROW-A', [spawn('GROW-D: look.')], ['A is grown.']),
  talk('GROW-B', [bash('ls')], ['B is grown.']),
  talk('GROW-C', [bash('ls src')], ['C is grown.']),
  talk('GROW-D', [bash('cat README.md')], ['D is grown.']),
  talk('GROW', [spawn('GROW-A: look.'), spawn('GROW-B: look.'), spawn('GROW-C: look.')], ['All is grown.']),
  {
    ...{ name: 'STEP-LEAD', prompt: 'STEP-LEAD' },
    steps: [{ gate: 'step-lead', blocks: [spawn('STEP-DEEP: look.')] }, { blocks: ['The lead is through.'] }],
  },
  held('STEP-DEEP', 'step-deep', 'The deep one is through.'),
  talk('STEP-TWO', [bash('ls')], ['Two is through.']),
  talk('STEP-THREE', [bash('ls src')], ['Three is through.']),
  talk('BY-STEPS', [spawn('STEP-LEAD: lead.'), spawn('STEP-TWO: look.'), spawn('STEP-THREE: look.')], ['All is through.']),
  talk('EARLY-ONE', ['Early enough.']),
  talk('EARLY', [spawn('EARLY-ONE: look.')], ['It was early.']),
  talk(
    'ASK-INNER',
    [bash('touch once.txt')],
    [bash('touch denied.txt')],
    [bash('touch always.txt')],
    [bash('touch always.txt')],
    ['Asked enough.'],
  ),
  talk('LEAD-ASKER', [spawn('ASK-INNER: ask.')], ['The asker has asked.']),
  talk('ASK-OUTER', [spawn('ASK-INNER: ask.')], ['The inner one has asked.']),
  talk('NEST-ASK', [spawn('ASK-OUTER: lead.')], ['The outer one has led.']),
  talk('ASK-PLAIN', [bash('touch plain.txt')], ['Asked plainly.']),
  talk('ASK-HALT', [bash('touch halted.txt')], ['Not halted.']),
  talk('BACK-ASKER', [bash('touch back.txt')], ['It asked from behind.']),
  talk('<task-notification>', ['Noted.']),
  talk('GO-HELD', [spawn('HELD-ONE: hold.', { isBackground: true })], ['Started it.']),
  talk('GO-BACK', [spawn('BACK-ASKER: ask.', { isBackground: true })], ['Started it.']),
  talk('WRITE-IT', [{ tool: 'Write', input: { file_path: 'written.txt', content: 'written' } }], ['Written.']),
  talk('QUESTION', [{ tool: 'AskUserQuestion', input: { questions: [colours] } }], ['I see.']),
  talk('MAKE-PLAN', [{ tool: 'ExitPlanMode', input: { plan: '# The plan\n\n1. Do it.' } }], ['Planned.']),
  talk('FORM-PLAIN', [{ tool: 'mcp__asker__ask', input: {} }], ['The form is filled.']),
  talk('HELLO', ['Hello to you.']),
  talk('MORE', ['More it is.']),
  talk('FURTHER', ['Gone further.']),
  held('SLOW-TURN', 'slow-turn', 'The slow turn is over.'),
  held('WAIT-LONG', 'wait-long', 'Nobody waited.'),
  talk('RUN-LONG', [bash('echo $$ > running.pid; sleep 300')], ['It ran long.']),
  talk('TWO-HELD', [spawn('HELD-ONE: hold.'), spawn('HELD-TWO: hold.')], ['Both were held.']),
  held('HELD-ONE', 'held-one', 'One was held.'),
  held('HELD-TWO', 'held-two', 'Two was held.'),
  talk('KEEP-FILE', [spawn('KEPT-ONE: read.')], ['It was read.']),
  talk('KEPT-ONE', [bash('cat README.md'), bash('ls src')], ['Read once.', bash('wc -l README.md')], ['Read twice.']),
]

export const driving: Scenario = { name: 'driving', prompt: '', delayMs: 40, routes }
