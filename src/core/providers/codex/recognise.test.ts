import { describe, expect, it } from 'vitest'
import { idAt, RolloutWriter } from '../../../testing/writeRollout'
import { isOwnProgram } from './isOwnProgram'
import { readHead } from './readHead'
import { isWatchedFolder, recognise } from './recognise'

const ID = '01a1ee73-acec-7e43-8708-51168a641901'
const NAME = `rollout-2026-11-18T11-38-40-${ID}.jsonl`
const LINES = { format: 'lines', role: 'thread', run: null, agent: ID, group: null, project: '' }

describe('which files are rollouts', () => {
  it.each([
    [`sessions/2026/11/18/${NAME}`, LINES],
    [`archived_sessions/${NAME}`, LINES],
    [`sessions/2026/11/18/${NAME}.zst`, { ...LINES, packed: 'zstd' }],
    [`archived_sessions/${NAME}.zst`, { ...LINES, packed: 'zstd' }],
    [`sessions/${NAME}`, LINES],
    [`sessions/moved/here/${NAME}`, LINES],
    [`archived_sessions/2026/${NAME}`, LINES],
    [NAME, null],
    [`/${NAME}`, null],
    [`sessions/2026/11/18/more/${NAME}`, null],
    [`sessions/2026/11/18/${NAME}.bak`, null],
    ['sessions/2026/11/18/rollout-2026-11-18T11-38-40-.jsonl', null],
    ['sessions/2026/11/18/notes.jsonl', null],
    ['history.jsonl', null],
    ['session_index.jsonl', null],
    ['state_5.sqlite', null],
    [`other/2026/11/18/${NAME}`, null],
  ])('%s', (path, spec) => {
    expect(recognise(path)).toEqual(spec)
  })

  it.each([
    ['', true],
    ['sessions', true],
    ['sessions/2026', true],
    ['sessions/2026/11', true],
    ['sessions/2026/11/18', true],
    ['sessions/2026/11/18/x', false],
    ['sessions/moved', true],
    ['archived_sessions', true],
    ['archived_sessions/2026', true],
    ['log', false],
    ['thread-writer-locks', false],
  ])('the folder "%s" is watched: %s', (path, watched) => {
    expect(isWatchedFolder(path)).toBe(watched)
  })
})

describe('what the head of a rollout says', () => {
  const head = (writer: RolloutWriter) => {
    const { run, parent, rootRecord } = readHead(writer.lines)
    return { run, parent, rootRecord }
  }
  const [root, child, other] = [idAt(0), idAt(5), idAt(9)]

  it('a run, an agent, and an agent of a release that names only its parent', () => {
    expect(head(new RolloutWriter(root).head(0))).toEqual({ run: root, parent: null, rootRecord: root })
    expect(head(new RolloutWriter(child).childHead(5, root))).toMatchObject({ run: root, parent: root })
    expect(
      head(new RolloutWriter(child).childHead(5, root, {}, { session_id: undefined, parent_thread_id: undefined })),
    ).toMatchObject({
      run: null,
      parent: root,
    })
  })

  it('forks share their origin, whatever comes before it', () => {
    const fork = () => new RolloutWriter(other).head(9, { forked_from_id: root })
    expect(head(fork())).toMatchObject({ run: other, rootRecord: root })
    expect(head(fork().head(9, { id: root, session_id: root }).say(9, 'user', 'x'))).toMatchObject({
      run: other,
      rootRecord: root,
    })
    expect(head(new RolloutWriter(other).head(9, { forked_from_id: child }).childHead(9, root, {}, { id: child }))).toMatchObject(
      {
        rootRecord: root,
      },
    )
  })

  it('nothing where there is none', () => {
    for (const lines of [[], [''], ['garbage'], ['{"type":"event_msg"}'], ['{"type":"session_meta","payload":{"id":7}}']])
      expect(readHead(lines)).toMatchObject({ run: null, rootRecord: null })
  })

  it('its own parent is nobody', () => {
    expect(head(new RolloutWriter(root).head(0, { parent_thread_id: root }))).toMatchObject({ run: root, parent: null })
  })
})

describe('which programs are its own', () => {
  it.each([
    [['/usr/local/bin/codex', 'exec', 'x'], true],
    [['codex'], true],
    [['codex.exe'], true],
    [['node', '/usr/lib/node_modules/@openai/codex/bin/codex.js'], true],
    [['/home/dev/node_modules/@openai/codex-linux-x64/vendor/x/codex/codex', 'app-server'], true],
    [['vim', '/home/dev/codex'], false],
    [['node', 'server.js', 'codex'], false],
    [['/usr/bin/codexy'], false],
    [[], false],
  ])('%j', (argv, own) => {
    expect(isOwnProgram(argv)).toBe(own)
  })
})
