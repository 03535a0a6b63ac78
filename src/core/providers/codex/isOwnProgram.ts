const PROGRAM = /(^|[/\\])codex(\.exe|\.js)?$/
const PACKAGE = /[/\\]@openai[/\\]codex[/\\]/
const RUNTIME = /(^|[/\\])(node|bun|deno)(\.exe)?$/

/** A program of its own; from the package a script starts it. */
export function isOwnProgram(argv: readonly string[]): boolean {
  const [program = '', script = ''] = argv
  if (PROGRAM.test(program) || PACKAGE.test(program)) return true
  return RUNTIME.test(program) && (PROGRAM.test(script) || PACKAGE.test(script))
}
