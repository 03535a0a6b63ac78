import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRecording } from '../../test/harness/recordings'
import { type Workspace, withPlacedRecording } from '../../test/harness/workspace'
import { startServe } from '../app/harness/startServe'
import { type Firefox, firefoxProgram, openFirefox } from './openFirefox'

const nested = openRecording('claude', '2.1.327', 'nested')
const RUN = nested.runs[0]?.id ?? ''

/** As WebDriver names keys that write nothing. */
const HOME_KEY = '\ue011'
const RIGHT_KEY = '\ue014'

const selected = `document.querySelector('[role=treeitem][aria-selected=true]')?.getAttribute('aria-label')`
const transcript = `document.querySelector('section[aria-label=Transcript]')?.textContent`

function say({ root }: Workspace, text: string): void {
  const record = {
    ...{ type: 'assistant', isSidechain: false, sessionId: RUN, cwd: '/home/dev/acme', version: '2.1.327', parentUuid: null },
    ...{ uuid: '00000000-0000-4000-8000-000000000001', timestamp: '2026-11-19T10:00:00.000Z', requestId: 'req_said' },
    message: {
      ...{ id: 'msg_said', type: 'message', role: 'assistant', model: 'claude-sonnet-5', stop_reason: 'end_turn' },
      content: [{ type: 'text', text }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  }
  appendFileSync(join(root, 'projects', '-home-dev-acme', `${RUN}.jsonl`), `${JSON.stringify(record)}\n`)
}

/** Presses the first that is like this and says these words, once it has stood still for some frames. */
async function press(firefox: Firefox, like: string, words: string): Promise<void> {
  const place = `(() => {
    const one = [...document.querySelectorAll('${like}')].find((one) => one.textContent.includes('${words}'))
    const { x, y, width, height } = one?.getBoundingClientRect() ?? { width: 0 }
    const place = [x + width / 2, y + height / 2]
    window.still = String(place) === window.place ? (window.still ?? 0) + 1 : 0
    window.place = String(place)
    return width > 0 && window.still > 5 && one.contains(document.elementFromPoint(...place)) && place
  })()`
  const [x, y] = await firefox.until<[number, number]>(place)
  await firefox.click(x, y)
}

test.skipIf(firefoxProgram === null)(
  'the page in Firefox: list, tree, presses, keys, what is appended, an engine that is gone',
  { timeout: 120_000 },
  async () => {
    await withPlacedRecording(nested, async (workspace) => {
      const served = await startServe(workspace.env)
      const firefox = await openFirefox(workspace)
      try {
        await firefox.goTo(served.url)
        await firefox.until(`document.querySelectorAll('[role=option]').length === 1`)
        await firefox.until(`document.querySelectorAll('[role=treeitem]').length === 4`)
        // Cards come with nearness, and the camera brings what is chosen into view.
        await press(firefox, 'button[aria-label="Zoom in"]', '')
        await press(firefox, 'section[aria-label=Transcript] button', 'open')
        await firefox.until(`${selected}?.includes('Audit lead')`)
        await press(firefox, '.node[data-agent]', 'Audit auth')
        await firefox.until(`${selected}?.includes('Audit auth')`)
        await firefox.until(`${transcript}?.includes('Check one line')`)
        await firefox.press(HOME_KEY)
        await firefox.until(`!${selected}?.includes('Audit')`)
        await firefox.press(RIGHT_KEY)
        await firefox.until(`${selected}?.includes('Audit lead')`)
        await firefox.press(HOME_KEY)
        await firefox.until(`!${selected}?.includes('Audit')`)
        say(workspace, 'Said while Firefox looks on.')
        await firefox.until(`${transcript}?.includes('Said while Firefox looks on.')`)
        expect(firefox.complaints).toEqual([])
        await served.stop()
        await firefox.until(`document.querySelector('[role=alert]')?.textContent.includes('Understory was ended')`)
        expect(await firefox.until(`document.querySelectorAll('[role=treeitem]').length`)).toBe(4)
      } finally {
        await firefox.close()
        await served.stop()
      }
    })
  },
)
