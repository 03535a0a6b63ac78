import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { readPromoted } from '../../../testing/readPromoted'
import { MEMORY_FOLDER, makeTemporaryRoot } from '../../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../../testing/writeSession'
import { claudePromotion } from './claudePromotion'

const image = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })

it('keeps the images of prompts and of results', async () => {
  const house = makeTemporaryRoot(MEMORY_FOLDER)
  const shot = 'iVBORw0KGgo'.repeat(20_000)
  const source = new TranscriptWriter('a1')
    .prompt(1, [{ type: 'text', text: 'What is this?' }, image('AAAA')])
    .call(2, 't1', { file_path: 'shot.png' }, 'Read')
    .result(3, 't1', { type: 'image' }, { content: [image(shot)] })
    .text(4, 'A tree.')
    .source()
  house.write(source)
  const promoted = await claudePromotion.promote({
    ...{ root: house.root, source: source.path, run: RUN, agent: 'a1', agentType: null, description: null, title: null },
    ...{ at: null, openCalls: 'answer', folder: tmpdir(), version: '2.1.327', isRunning: false, nowMs: Date.now() },
  })
  if (!promoted.ok) throw new Error(promoted.failure.message)
  const { messages, faults } = readPromoted(promoted.value.file, promoted.value.session)
  expect(faults).toEqual([])
  const told = JSON.stringify(messages)
  for (const data of ['AAAA', shot]) expect(told).toContain(JSON.stringify(image(data)))
  await house.close()
})
