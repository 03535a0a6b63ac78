// A server of tools, as small as can be: its one tool asks the person a form and returns what was answered.
import { createInterface } from 'node:readline'

const requestedSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', description: 'Who is it for?' } },
}

const say = (line) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`)
const calls = new Map()

const heard = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'asker', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: 'ask',
        description: 'Asks the person.',
        inputSchema: { type: 'object', properties: {} },
      },
    ],
  }),
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params, result, error } = JSON.parse(text)
  if (method === undefined && calls.has(id)) {
    const words = `ANSWERED ${JSON.stringify(result ?? error)}`
    say({ id: calls.get(id), result: { content: [{ type: 'text', text: words }] } })
  } else if (method === 'tools/call') {
    const asked = `ask-${calls.size}`
    calls.set(asked, id)
    say({ id: asked, method: 'elicitation/create', params: { message: 'The asker wants to know.', requestedSchema } })
  } else if (heard[method]) say({ id, result: heard[method](params) })
  else if (id !== undefined) say({ id, error: { code: -32601, message: 'unknown' } })
})
