import { expect, it } from 'vitest'
import type { ProgramFound } from '../../../shared/drive/programFound'
import { ProviderId } from '../../../shared/ids'
import { argumentsOf, emptyForm, firstForm, inFolder, missingOf, wishOf, withChoices, withProvider } from './launchForm'

const p = ProviderId.parse('p')
const q = ProviderId.parse('q')
const program = (provider: ProviderId, problem: string | null = null): ProgramFound => ({
  provider,
  label: provider,
  path: null,
  version: null,
  problem,
  isSlow: false,
  howToGet: '',
  ways: ['headless', 'terminal'],
  modes: [],
  models: [],
  agents: [],
})
const form = { ...emptyForm, provider: p, folder: ' /x ', prompt: '-rf $(touch) "\n' }

it('texts go along literally; what is empty is the default', () => {
  expect(wishOf(form, null)).toEqual({
    provider: 'p',
    way: 'headless',
    folder: '/x',
    prompt: '-rf $(touch) "\n',
    model: null,
    agent: null,
    mode: null,
    extra: [],
    origin: null,
  })
  expect(wishOf({ ...form, folder: ' ' }, null)).toBeNull()
  expect(wishOf({ ...form, provider: null }, null)).toBeNull()
})

it('each line is one argument, whatever stands in it', () => {
  expect(argumentsOf('--add-dir\n/with a space \n\n"quoted"')).toEqual(['--add-dir', '/with a space ', '"quoted"'])
})

it('remembers what was chosen in a folder, unless that cannot be started any more', () => {
  const choices = { provider: q, model: 'm', agent: null, mode: 'plan', way: 'terminal' as const, extra: ['-a', 'b c'] }
  expect(withChoices(form, choices, [program(p), program(q)])).toMatchObject({
    provider: 'q',
    model: 'm',
    agent: '',
    mode: 'plan',
    way: 'terminal',
    extra: '-a\nb c',
  })
  expect(withChoices(form, choices, [program(p), program(q, 'too old')])).toBe(form)
  expect(withChoices(form, null, [program(p)])).toBe(form)
})

it('another product does not get the names of the first', () => {
  const changed = withProvider({ ...form, model: 'm', mode: 'plan', way: 'terminal' }, { ...program(q), ways: ['headless'] })
  expect(changed).toMatchObject({ provider: 'q', model: '', mode: '', way: 'headless', prompt: form.prompt })
  expect(withProvider(form, program(p))).toBe(form)
})

it('says what is missing', () => {
  const origin = { how: 'resume', run: 'p://1', key: null, at: null } as never
  expect(missingOf({ ...form, prompt: ' ' }, null)).toMatch(/Write/)
  expect(missingOf({ ...form, prompt: ' ' }, origin)).toBeNull()
  expect(missingOf({ ...form, prompt: '', way: 'terminal' }, null)).toBeNull()
  expect(missingOf({ ...form, folder: '' }, null)).toMatch(/folder/)
})

it('begins where the person is, with what was chosen there; what they wrote before that was known stays', () => {
  const choices = { provider: q, model: 'm', agent: null, mode: null, way: 'headless' as const, extra: [] }
  const recent = [
    { folder: '/late', choices: null },
    { folder: '/here', choices },
  ]
  const around = { programs: [program(p), program(q)], recent, here: '/here', guess: null }
  expect(firstForm(emptyForm, around)).toMatchObject({ folder: '/here', provider: 'q', model: 'm' })
  expect(firstForm({ ...emptyForm, folder: '/typed', prompt: 'do it' }, { ...around, recent: [] })).toMatchObject({
    folder: '/typed',
    prompt: 'do it',
    provider: 'p',
  })
  expect(firstForm({ ...form, model: 'own' }, around)).toMatchObject({ provider: 'p', model: 'own' })
  expect(firstForm(emptyForm, { ...around, here: null, programs: [program(p, 'gone')] })).toMatchObject({
    folder: '/late',
    provider: null,
  })
})

it('what was used last is not passed over because it is slow to answer; unless it was, the first that can be started is taken', () => {
  const slow = { ...program(p, 'not yet'), isSlow: true }
  const around = { programs: [slow, program(q)], recent: known, here: '/here', guess: null }
  expect(firstForm(emptyForm, around)).toMatchObject({ folder: '/here', provider: null })
  const late = firstForm(firstForm(emptyForm, around), { ...around, programs: [program(p), program(q)] })
  expect(late).toMatchObject({ folder: '/here', provider: 'p', model: 'm' })
  expect(firstForm(emptyForm, { ...around, recent: [] })).toMatchObject({ provider: 'q' })
})

it('what was written before the programs were found stays, beside what was chosen there the last time', () => {
  const around = { programs: [program(p)], recent: [{ folder: '/bold', choices: bold }], here: '/here', guess: null }
  const written = { ...emptyForm, folder: '/bold', prompt: 'do it', extra: '--own' }
  expect(firstForm(written, around)).toMatchObject({ provider: 'p', mode: 'everything', model: 'm', extra: '--own' })
  expect(firstForm({ ...written, way: 'terminal' }, around)).toMatchObject({ way: 'terminal', extra: '--own' })
})

const bold = { provider: p, model: 'm', agent: 'a', mode: 'everything', way: 'headless' as const, extra: ['--bold'] }
const shy = { ...bold, mode: 'plan', agent: null, extra: [] }
const known = [
  { folder: '/bold', choices: bold },
  { folder: '/shy', choices: shy },
]

it('what was allowed in one folder is not carried into another; a remembered one brings its own back', () => {
  const there = inFolder({ ...emptyForm, provider: p, prompt: 'do it' }, '/bold', known, [program(p)])
  expect(there).toMatchObject({ folder: '/bold', mode: 'everything', agent: 'a', extra: '--bold', prompt: 'do it' })
  expect(inFolder(there, '/other', known, [program(p)])).toMatchObject({
    mode: '',
    agent: '',
    extra: '',
    model: 'm',
    prompt: 'do it',
  })
  expect(inFolder(there, '/shy', known, [program(p)])).toMatchObject({ mode: 'plan', agent: '', extra: '' })
  expect(inFolder({ ...there, mode: 'own' }, '/bold ', known, [program(p)])).toMatchObject({ mode: 'own', folder: '/bold ' })
})

it('a folder without choices of its own gets no permissions from elsewhere', () => {
  const around = { programs: [program(p), program(q)], recent: known, here: '/here', guess: null }
  expect(firstForm(emptyForm, around)).toMatchObject({
    folder: '/here',
    provider: 'p',
    model: 'm',
    mode: '',
    agent: '',
    extra: '',
  })
})

it('a folder that was only guessed follows the run that is shown, until something is written', () => {
  const around = { programs: [program(p)], recent: known, here: '/shy', guess: '/bold' }
  const guessed = { ...emptyForm, provider: p, folder: '/bold', mode: 'everything' }
  expect(firstForm(guessed, around)).toMatchObject({ folder: '/shy', mode: 'plan' })
  expect(firstForm({ ...guessed, prompt: 'half' }, around)).toMatchObject({ folder: '/bold', mode: 'everything' })
  expect(firstForm(guessed, { ...around, guess: null })).toMatchObject({ folder: '/bold' })
})
