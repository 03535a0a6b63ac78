import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { compareVersions } from '../../core/drive/compareVersions'
import type { DrivenProgram, Driver, ProgramAt } from '../../core/drive/driver'
import { fail, ok, type Result } from '../../shared/result'
import type { Variables } from '../settingsFromEnvironment'
import { programWord } from './programWord'
import { runForVersion, type VersionAnswer } from './runForVersion'
import type { VersionMemory } from './versionMemory'

/** Why a product cannot be started, in words for a person. */
export interface ProgramProblem {
  readonly code: 'no_program' | 'old_program'
  readonly path: string | null
  readonly version: string | null
  readonly message: string
  readonly advice: string
}

export interface ProgramFinder {
  /** How a person types it. */
  word(path: string): string
  find(driver: Pick<Driver, 'provider' | 'program'>, label: string): Promise<Result<ProgramAt, ProgramProblem>>
}

export interface FinderOptions {
  readonly env: Variables
  readonly home: string
  /** Cleaned: what the program itself is started with. */
  readonly childEnv: Readonly<Record<string, string>>
  readonly versionLimitMs?: number
  /** What was said to another program of ours, or to this one before. */
  readonly memory?: VersionMemory
  /** It is waited for still. */
  readonly onSlow?: (message: string) => void
}

/** A busy machine takes its time. */
const VERSION_LIMIT_MS = 15_000
const SLOW_MS = 3000

/** The environment variable that names a product's program: it wins over the search. */
export function programVariable(provider: string): string {
  return `UNDERSTORY_${provider.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_PROGRAM`
}

export function openProgramFinder(options: FinderOptions): ProgramFinder {
  const { env, home, childEnv, versionLimitMs = VERSION_LIMIT_MS, memory, onSlow } = options
  const answers = new Map<string, Promise<VersionAnswer>>()
  const run = (path: string, argv: readonly string[], label: string): Promise<VersionAnswer> => {
    const seconds = Math.round(versionLimitMs / 1000)
    const slow = setTimeout(
      () => onSlow?.(`${label} takes long to say its version: it is waited for, up to ${seconds} s.`),
      SLOW_MS,
    )
    const answer = runForVersion({ path, argv, env: childEnv, folder: home, limitMs: versionLimitMs })
    void answer.then((said) => {
      clearTimeout(slow)
      if (said.kind === 'said') memory?.keep(path, argv, said.text)
    })
    return answer
  }
  const ask = (path: string, argv: readonly string[], label: string): Promise<VersionAnswer> => {
    const stamp = `${path} ${stampOf(path)}`
    let answer = answers.get(stamp)
    if (!answer) {
      const known = memory?.find(path, argv) ?? null
      answer = known === null ? run(path, argv, label) : Promise.resolve({ kind: 'said', text: known })
      answers.set(stamp, answer)
      // A busy machine may be slow once: only what was said is remembered.
      void answer.then(({ kind }) => kind !== 'said' && answers.delete(stamp))
    }
    return answer
  }
  return {
    word: (path) => programWord(path, env['PATH'] ?? ''),
    async find({ provider, program }, label) {
      const named = env[programVariable(provider)] || null
      const path = named ?? searchFor(program, env['PATH'] ?? '', home)
      if (path === null) return fail(notFound(label, program))
      if (named !== null && !isProgram(named)) return fail(notNamed(label, provider, named, program))
      const answer = await ask(path, program.versionArgv, label)
      return judge(answer, path, label, program, versionLimitMs)
    },
  }
}

function judge(
  answer: VersionAnswer,
  path: string,
  label: string,
  program: DrivenProgram,
  limitMs: number,
): Result<ProgramAt, ProgramProblem> {
  const shown = [path, ...program.versionArgv].join(' ')
  const refuse = (message: string, advice: string, version: string | null = null): Result<ProgramAt, ProgramProblem> =>
    fail({ code: version === null ? 'no_program' : 'old_program', path, version, message, advice })
  const again = `Run "${shown}" in a terminal to see what is wrong with it, or install it again: ${program.howToGet}`
  switch (answer.kind) {
    case 'hangs':
      return refuse(
        `${label} was found at ${path}, but does not say its version within ${Math.round(limitMs / 1000)} seconds.`,
        again,
      )
    case 'failed':
      return refuse(`${label} was found at ${path}, but cannot be run: it ${answer.reason}.`, again)
    case 'said': {
      const version = program.readVersion(answer.text)
      if (version === null) return refuse(`${path} does not say a version of ${label} but something else.`, again)
      if (compareVersions(version, program.oldest) >= 0) return ok({ path, version })
      const message = `${label} ${version} is too old to be steered from here: ${program.oldest} or newer is needed.`
      return refuse(message, `Update it: ${program.howToGet}`, version)
    }
    default:
      return answer satisfies never
  }
}

function notFound(label: string, program: DrivenProgram): ProgramProblem {
  const message = `${label} was not found: no "${program.names.join('" or "')}" on the PATH or in its usual places.`
  return { code: 'no_program', path: null, version: null, message, advice: `Install it: ${program.howToGet}` }
}

function notNamed(label: string, provider: string, path: string, program: DrivenProgram): ProgramProblem {
  const variable = programVariable(provider)
  const message = `${variable} names ${path} for ${label}, which is no program that can be run.`
  return {
    code: 'no_program',
    path: null,
    version: null,
    message,
    advice: `Unset ${variable}, or install it: ${program.howToGet}`,
  }
}

function searchFor({ names, usualPlaces }: DrivenProgram, searchPath: string, home: string): string | null {
  const usual = usualPlaces.map((place) => (place.startsWith('~') ? join(home, place.slice(1)) : place))
  // A relative part of the PATH would mean another program in every folder.
  const folders = [...searchPath.split(delimiter).filter((folder) => isAbsolute(folder)), ...usual]
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name)
      if (isProgram(path)) return path
    }
  }
  return null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return isAbsolute(path) && statSync(path).isFile()
  } catch {
    return false
  }
}

function stampOf(path: string): string {
  try {
    const real = realpathSync(path)
    const { mtimeMs, size } = statSync(real)
    return `${real} ${mtimeMs} ${size}`
  } catch {
    return 'none'
  }
}
