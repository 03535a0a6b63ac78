import type { LaunchWish } from '../../shared/drive/launchWish'
import { ProviderId } from '../../shared/ids'
import { printUri } from '../../shared/printUri'
import type { RunCommand } from '../command'
import { inThisTerminal, isTerminal, leaveItTo } from '../drive/inThisTerminal'
import { isOurs } from '../drive/isOurs'
import { openCliDesk } from '../drive/openCliDesk'
import { printGoOn } from '../drive/printGoOn'
import { sayRefusal } from '../drive/sayRefusal'
import { startAnnounced } from '../drive/startAnnounced'
import { openTarget } from '../openTarget'
import { refuse, say } from '../say'

export const joinSession: RunCommand = async ({ flags, operands }, context) => {
  const isPrinted = flags['print'] === true
  if (!isPrinted && !isTerminal(context))
    return refuse(context, 'this is no terminal: only print the command (--print), or follow it (understory watch).', 1)
  const found = await openTarget(context, operands[0] ?? '')
  if (!found.ok) return found.failure
  const { target, engine } = found.value
  const uri = printUri(found.value.uri)
  if (await isOurs(context, target.run)) {
    await say(context, 'it was started here and runs: there is nothing to join.')
    await context.err.write(`Instead:\n  understory send ${uri} -- "$PROMPT"\n  understory watch ${uri}\n`)
    return 1
  }
  const tree = await engine.tree(target.run)
  const cli = await openCliDesk(context, await inThisTerminal())
  const wish: LaunchWish = {
    ...{
      provider: ProviderId.parse(found.value.uri.provider),
      way: 'terminal',
      prompt: '',
      model: null,
      agent: null,
      mode: null,
    },
    ...{ extra: [], folder: (tree.ok ? tree.value.cwd : null) ?? context.workingFolder },
    origin: { how: 'join', ...target, at: null },
  }
  if (isPrinted) return printGoOn(context, cli, wish, { name: 'join', uri, cwd: null })
  const started = await startAnnounced(context, cli, wish)
  if (started.ok) return leaveItTo(context, started.value)
  if (typeof started.failure === 'number') return started.failure
  return started.failure === null ? 1 : sayRefusal(context, started.failure, { uri, isOurs: false, at: null })
}
