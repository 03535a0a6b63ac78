import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUri } from './parseUri'
import { printUri } from './printUri'

const id = '7d0c2f1a-6795-46e9-86cf-7fa70259e41a'
const agent = 'a2057518584390e68'

function canonical(text: string): string {
  const parsed = parseUri(text)
  return parsed.ok ? printUri(parsed.value) : `refused: ${parsed.failure.message}`
}

describe('parseUri', () => {
  it.each([
    [`claude://${id}`, `claude://${id}`],
    [`claude://${id}/${agent}`, `claude://${id}/${agent}`],
    [`claude://${id}/agent-${agent}`, `claude://${id}/${agent}`],
    [`claude://${id}/${id}`, `claude://${id}/${id}`],
    [`CLAUDE://${id.toUpperCase()}`, `claude://${id}`],
    [`claude/${id}`, `claude://${id}`],
    [`claude/${id}/${agent}`, `claude://${id}/${agent}`],
    [`agents://claude/${id}`, `claude://${id}`],
    [`agents://claude/${id}/${agent}`, `claude://${id}/${agent}`],
    [`codex://threads/${id}`, `codex://${id}`],
    [`codex://${id}`, `codex://${id}`],
    [`codex/threads/${id}`, `codex://${id}`],
    [`agents://codex/threads/${id}`, `codex://${id}`],
    [`agents://codex/threads/${id}/${id.toUpperCase()}`, `codex://${id}/${id}`],
    ['opencode://ses_5f3A9b', 'opencode://ses_5f3A9b'],
    ['opencode/ses_5f3A9b/ses_77Zz', 'opencode://ses_5f3A9b/ses_77Zz'],
    // Percent escapes are decoded once, after the path was split.
    [`claude://${id.replace('7d', '%37d')}`, `claude://${id}`],
  ])('[S4.1] %s', (text, expected) => {
    expect(canonical(text)).toBe(expected)
  })

  it.each([
    ['', 'The URI is empty.'],
    ['claude://', 'The id after "claude://" is missing.'],
    ['claude', 'The id after "claude://" is missing.'],
    [`claude:///${id}`, 'The id after "claude://" is missing.'],
    [`claude://${id}/`, 'The segment after the last "/" is empty.'],
    [`claude://${id}//${agent}`, 'one segment too many'],
    [`claude://${id}/${agent}/b`, '"/b" is one segment too many'],
    [`claude:${id}`, 'two slashes are missing'],
    [`amp://T-${id}`, '"amp" is not a known provider'],
    [`agents://nobody/${id}`, '"nobody" is not a known provider'],
    [`/${id}`, 'The provider is missing.'],
    [`constructor/${id}`, '"constructor" is not a known provider'],
    ['claude://not-an-id', '"not-an-id" is not the id of a claude run.'],
    ['claude://7d0c2f1a', '"7d0c2f1a" is not the id of a claude run.'],
    ['codex://threads', '"threads" is not the id of a codex run.'],
    [`codex://${id}/worker-1`, '"worker-1" is not the id of a codex agent.'],
    ['opencode://5f3a', '"5f3a" is not the id of an opencode run.'],
    [`claude://${id}/..`, '".." is not the id'],
    [`claude://../${id}`, '".." is not the id'],
    [`claude://${id}/%2e%2e`, '"%2e%2e" is not the id'],
    [`claude://${id}/a%2fb`, '"a%2fb" is not the id'],
    [`claude://${id}/a%252fb`, 'is not the id'],
    [`claude://${id}/%zz`, 'broken percent escape'],
    [`claude://${id}/agent-`, '"agent-" is not the id'],
    [` claude://${id}`, 'no spaces'],
    [`claude://${id}\n`, 'no spaces or control characters'],
    [`claude://${id}/a\u202eb`, 'no spaces or control characters'],
    [`claude://${id}?q=1`, '"?q=1": a URI here has no query.'],
    [`claude://${id}#x`, '"#x": a URI here has no fragment.'],
  ])('[S4.6] %j is refused', (text, message) => {
    expect(canonical(text)).toContain(`refused: `)
    expect(canonical(text)).toContain(message)
  })

  it('[S4.6] names the part and shows the valid shape', () => {
    const parsed = parseUri(`claude://${id}/%2e%2e`)
    expect(parsed).toMatchObject({ ok: false, failure: { part: '%2e%2e' } })
    expect(parsed.ok ? '' : parsed.failure.shape).toContain('claude://<main>[/<agent>]')
  })

  it('never throws, and its messages are safe to print', () => {
    const near = fc.tuple(
      fc.constantFrom('claude://', 'codex://', 'agents://', 'claude/', 'opencode://', ''),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          near.map(([start, rest]) => start + rest),
        ),
        (text) => {
          const parsed = parseUri(text)
          if (parsed.ok) expect(parseUri(printUri(parsed.value))).toEqual(parsed)
          else expect(parsed.failure.message + parsed.failure.part).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e]/)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('print after parse is the identity on canonical URIs', () => {
    const alnum = fc.string({ unit: fc.constantFrom(...'0123456789abcdefXYZ'), minLength: 1, maxLength: 20 })
    const uri = fc.oneof(
      fc
        .tuple(fc.uuid(), fc.option(alnum))
        .map(([main, child]) => (child === null ? `claude://${main}` : `claude://${main}/${child}`)),
      fc
        .tuple(fc.uuid(), fc.option(fc.uuid()))
        .map(([main, child]) => (child === null ? `codex://${main}` : `codex://${main}/${child}`)),
      fc.tuple(alnum, alnum).map(([main, child]) => `opencode://ses_${main}/ses_${child}`),
    )
    fc.assert(fc.property(uri, (text) => canonical(text) === text))
  })
})
