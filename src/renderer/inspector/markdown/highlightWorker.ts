import hljs from 'highlight.js/lib/core'
import { z } from 'zod'
import { loadLanguage } from './loadLanguage'
import { spansOf } from './spansOf'

// A worker of its own: a grammar that a hostile text drives into the woods costs a thread, not the page.
const Asked = z.object({ id: z.number(), language: z.string(), text: z.string() })

addEventListener('message', (event: MessageEvent<unknown>) => {
  const asked = Asked.safeParse(event.data)
  if (asked.success) void answer(asked.data)
})

async function answer({ id, language, text }: z.infer<typeof Asked>): Promise<void> {
  if (!hljs.getLanguage(language)) {
    const load = await loadLanguage(language)
    if (load) hljs.registerLanguage(language, load)
  }
  const result = hljs.highlight(text, { language, ignoreIllegals: true })
  const tree: unknown = 'rootNode' in result._emitter ? result._emitter.rootNode : null
  postMessage({ id, spans: spansOf(tree) })
}
