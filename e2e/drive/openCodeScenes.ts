import type { ScriptBlock, ScriptedCall, ScriptRoute } from '../../test/mocks/script'

function talk(prompt: string, ...answers: readonly (readonly ScriptBlock[])[]): ScriptRoute {
  return { name: prompt, prompt, steps: answers.map((blocks) => ({ blocks })) }
}

function task(type: string, description: string, prompt: string): ScriptedCall {
  return { tool: 'task', input: { description, prompt, subagent_type: type } }
}

/** Stands at a gate of this name until the test opens it. */
function held(prompt: string, gate: string, end: string): ScriptRoute {
  return { name: prompt, prompt, steps: [{ gate, blocks: [end] }] }
}

const colours = [
  { label: 'Red', description: 'warm' },
  { label: 'Blue', description: 'cold' },
]

/** What the model says in the stories of driving; each by the words that bring it about. */
export const DRIVE_ROUTES: readonly ScriptRoute[] = [
  // First: it may stand in one prompt with all that was said before.
  talk('FURTHER', ['Gone further.']),
  talk(
    'BY-STEPS',
    [
      task('lead', 'STEP-LEAD: lead.', 'STEP-LEAD: lead.'),
      task('general', 'STEP-TWO: look.', 'STEP-TWO: look.'),
      task('explore', 'STEP-THREE: look.', 'STEP-THREE: look.'),
    ],
    ['All is through.'],
  ),
  {
    ...{ name: 'STEP-LEAD', prompt: 'STEP-LEAD' },
    steps: [
      { gate: 'step-lead', blocks: [task('explore', 'STEP-DEEP: look.', 'STEP-DEEP: look.')] },
      { blocks: ['The lead is through.'] },
    ],
  },
  held('STEP-DEEP', 'step-deep', 'The deep one is through.'),
  talk('STEP-TWO', [{ shell: 'echo two-looked' }], ['Two is through.']),
  talk('STEP-THREE', [{ shell: 'echo three-looked' }], ['Three is through.']),
  talk(
    'GROW the tree',
    [task('lead', 'One', 'ONE: go.'), task('general', 'Two', 'TWO: go.'), task('explore', 'Three', 'THREE: go.')],
    ['Grown.'],
  ),
  talk('ONE: go', [task('explore', 'Deep', 'DEEP: look.')], ['One is done.']),
  talk('TWO: go', [{ shell: 'echo two-looked' }], ['Two is done.']),
  talk('THREE: go', [{ shell: 'echo three-looked' }], ['Three is done.']),
  talk('DEEP: look', [{ shell: 'echo deep-looked' }], ['Deep is done.']),
  talk('NEST-ASK', [task('lead', 'Lead', 'ASK-LEAD: lead.')], ['The lead has asked.']),
  talk('ASK-LEAD', [task('careful', 'Ask', 'ASK-DEEP: ask.')], ['The careful one has asked.']),
  talk(
    'ASK-DEEP',
    [{ shell: 'touch once.txt' }],
    [{ shell: 'touch denied.txt' }],
    [{ shell: 'mkdir always' }],
    [{ shell: 'mkdir always-too' }],
    ['Asked enough.'],
  ),
  talk('LET-WRITE', [task('general', 'Write', 'DEEP-WRITE: write.')], ['It was let.']),
  talk('DEEP-WRITE', [{ shell: 'touch deep.txt' }], ['Tried to write.']),
  talk('WRITE-AGAIN', [{ shell: 'touch again.txt' }], ['Written again.']),
  talk('WRITE-IT', [{ shell: 'touch written.txt' }], ['Written.']),
  talk(
    'ASK-COLOUR',
    [{ tool: 'question', input: { questions: [{ question: 'Which colour?', header: 'Colour', options: colours }] } }],
    ['Thanks for the answer.'],
  ),
  talk('HELLO', ['Hello to you.']),
  talk('MORE', ['More it is.']),
  ...['BUSY', 'CUT', 'FINISH', 'STOP', 'LIVE', 'RACE', 'KILL', 'KEEPER', 'AWAY'].map((name) =>
    held(`SLOW-${name}`, `slow-${name.toLowerCase()}`, `The slow turn ${name} is over.`),
  ),
  talk('BESIDE-IT', ['Said beside it.']),
  talk(
    'TWO-HELD',
    [task('general', 'Held one', 'HELD-ONE: hold.'), task('general', 'Held two', 'HELD-TWO: hold.')],
    ['Both were held.'],
  ),
  held('HELD-ONE', 'held-one', 'One was held.'),
  held('HELD-TWO', 'held-two', 'Two was held.'),
]
