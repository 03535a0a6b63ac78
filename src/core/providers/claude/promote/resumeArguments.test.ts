import { describe, expect, it } from 'vitest'
import { projectFolderName } from './projectFolderName'
import { promotionTitle } from './promotionTitle'
import { readDefinition } from './readDefinition'
import { type ResumeQuestion, resumeArguments } from './resumeArguments'
import { splitMembers } from './splitMembers'

const definition = { name: 'reviewer', prompt: 'You review.', tools: 'Read, Grep', model: 'haiku', colour: null }

function argv(more: Partial<ResumeQuestion>): string {
  const question = { session: 'S', version: '2.1.327', agentType: 'reviewer', isBuiltIn: false, definition, model: 'opus' }
  return resumeArguments({ ...question, ...more }).argv.join(' ')
}

describe('resumeArguments', () => {
  it.each([
    ['2.1.327', '--agent reviewer --resume S'],
    ['2.1.147', '--agent reviewer --resume S'],
    ['2.1.146', '--tools Read,Grep --agent reviewer --resume S'],
    ['2.1.20', '--tools Read,Grep --agent reviewer --resume S'],
    ['2.0.76', '--tools Read,Grep --model haiku --append-system-prompt You review. --resume S'],
    ['1.0.128', '--resume S'],
    [null, '--resume S'],
  ])('%s takes up a persona by %s', (version, expected) => {
    expect(argv({ version })).toBe(expected)
  })

  it.each([
    ['2.1.327', '--resume S'],
    ['2.1.20', '--model opus --resume S'],
    ['1.0.128', '--resume S'],
  ])('%s without a definition: %s', (version, expected) => {
    expect(argv({ version, definition: null })).toBe(expected)
  })

  it('a type of the product itself is asked for only where that was seen to work', () => {
    const explore = { agentType: 'Explore', isBuiltIn: true, definition: null }
    expect([argv(explore), argv({ ...explore, version: '2.1.147' })]).toEqual(['--agent Explore --resume S', '--resume S'])
  })

  it('only releases that read it get the persona written into the session', () => {
    const setting = (version: string) =>
      resumeArguments({ ...{ session: 'S', version, agentType: 'reviewer' }, isBuiltIn: false, definition, model: null }).setting
    expect([setting('2.1.327'), setting('2.1.20')]).toEqual(['reviewer', null])
  })
})

describe('readDefinition', () => {
  it.each([
    [
      '---\nname: a\ntools: Read, Grep\nmodel: inherit\n---\n\nHello.\n',
      { name: 'a', prompt: 'Hello.', tools: 'Read, Grep', model: null, colour: null },
    ],
    [
      '\uFEFF---\r\nname: "a b"\r\ntools:\r\n  - Read\r\n  - Bash\r\ncolor: red\r\n---\r\nHi',
      { name: 'a b', prompt: 'Hi', tools: 'Read, Bash', model: null, colour: 'red' },
    ],
    [
      '---\nname: a\ntools: [Read, Bash]\nmodel: opus\n---',
      { name: 'a', prompt: '', tools: 'Read, Bash', model: 'opus', colour: null },
    ],
    ['---\ndescription: nameless\n---\n', null],
    ['no front matter', null],
  ])('%j', (text, expected) => {
    expect(readDefinition(text)).toEqual(expected)
  })
})

describe('promotionTitle', () => {
  it.each([
    [['Given: a name', 'd', 't', 'p'], 'Given – a name'],
    [[null, 'Explore\nacme', 't', 'p'], 'Explore acme'],
    [[null, null, 'Explore', ''], 'Explore'],
    [[null, ' ', null, ''], 'Promoted agent'],
    [[null, null, null, '😀'.repeat(100)], `${'😀'.repeat(79)}…`],
  ] as const)('%j', ([given, description, type, prompt], expected) => {
    expect(promotionTitle(given, description, type, prompt)).toBe(expected)
  })
})

describe('projectFolderName', () => {
  it('is the rule of the CLI', () => {
    expect(projectFolderName('/home/dev/my.app_v2', '2.1.327')).toBe('-home-dev-my-app-v2')
    expect(projectFolderName('/home/dev/Ünï cödé 日本', null)).toBe('-home-dev--n--c-d----')
    const long = `/${'x'.repeat(250)}`
    expect(projectFolderName(long, '2.1.327')).toMatch(/^-x{199}-[0-9a-z]+$/)
    expect(projectFolderName(long, '2.0.76')).toBe(`-${'x'.repeat(250)}`)
  })
})

describe('splitMembers', () => {
  it('keeps every value as it was written', () => {
    const text = '{ "a" : 1.0 , "b\\"c":{"10":[1,"}"],"2":"\\\\"},"n":12345678901234567890, "s":"x,}" ,"a":null}'
    expect([...splitMembers(text)]).toEqual([
      ['a', 'null'],
      ['b"c', '{"10":[1,"}"],"2":"\\\\"}'],
      ['n', '12345678901234567890'],
      ['s', '"x,}"'],
    ])
    expect(splitMembers('{}').size).toBe(0)
  })
})
