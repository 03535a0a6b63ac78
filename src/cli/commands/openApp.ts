import { spawn } from 'node:child_process'
import { productFolder } from '../../engine/productFiles'
import type { CommandContext, RunCommand } from '../command'
import { type DesktopApp, findDesktopApp } from '../findDesktopApp'
import { readUri } from '../openTarget'
import { say } from '../say'
import { servePage } from './serveUi'

// A window that dies this soon never was one: no sandbox, no graphics, a display that refuses.
const soonMs = 5000

/** The desktop app, where there can be one; else the same page in a browser. */
export const openApp: RunCommand = async (args, context) => {
  for (const operand of args.operands) {
    const uri = await readUri(context, operand)
    if (!uri.ok) return uri.failure
  }
  context.holdInterrupt()
  const found = findDesktopApp(productFolder(), context.env, process.platform)
  const problem = typeof found === 'string' ? found : await runApp(found, args.operands, context, await rootWords(context))
  if (problem === null) return 0
  await say(context, `${problem}: the same page is served for a browser instead.`)
  return servePage(context, { host: '127.0.0.1', port: 0, opensBrowser: true, isJson: false, address: args.operands[0] ?? null })
}

/** As root there is no sandbox to be had, and Electron ends rather than run without one unless it is told to. */
async function rootWords(context: CommandContext): Promise<readonly string[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return []
  await say(context, "this is root: the app runs without Chromium's sandbox.")
  return ['--no-sandbox']
}

/** Null: it ran until a person closed it. */
function runApp(
  { program, leading }: DesktopApp,
  addresses: readonly string[],
  context: CommandContext,
  words: readonly string[],
): Promise<string | null> {
  const began = context.now()
  return new Promise((resolve) => {
    // Chromium's own chatter says nothing to a person.
    const child = spawn(program, [...words, ...leading, ...addresses], { stdio: 'ignore' })
    const end = (): void => void child.kill('SIGTERM')
    context.stopped.addEventListener('abort', end, { once: true })
    child.on('error', (error) => resolve(`The app cannot be started (${error.message})`))
    child.on('exit', (code, signal) => {
      context.stopped.removeEventListener('abort', end)
      const isFailed = code !== 0 && !context.stopped.aborted && context.now() - began < soonMs
      resolve(isFailed ? `The app ended at once (${signal ?? `code ${code}`})` : null)
    })
  })
}
