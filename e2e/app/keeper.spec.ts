import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ENV, hearLines, script, startHeld, withKeeperStage } from '../../test/harness/keeperStage'
import { PROJECT } from '../../test/harness/recordings'
import { findProgram } from './harness/findProgram'
import { expect, test } from './harness/test'

const ECHO = `require('readline').createInterface({input: process.stdin}).on('line', (line) => console.log('heard ' + line))`

test('the keeper runs in this shell, without a window and without a display @desktop @smoke', async ({ shell }) => {
  if (shell === 'web') return
  const program = findProgram(shell)
  test.skip(program === null, 'there is no such program here')
  if (program === null) return
  const archive = join(dirname(program.executable), 'resources', 'app.asar')
  const folder = shell === 'packaged' ? archive : PROJECT
  await withKeeperStage(
    async ({ open }) => {
      const keeper = await open()
      const piped = await startHeld(keeper, script(ECHO))
      await piped.write('one')
      expect(await hearLines(piped).next()).toBe('heard one')
      await piped.stop({ stepMs: 2000 })
      expect(await piped.exited).toMatchObject({ kind: 'ended', code: 0 })
      const words = { file: 'sh', args: ['-c', 'stty size; tty; echo "ÜÖ $TERM"; env'], cwd: tmpdir(), env: ENV, note: null }
      const terminal = await startHeld(keeper, { ...words, terminal: { cols: 77, rows: 21 } })
      let said = ''
      await new Promise<void>((resolve) => {
        const onData = (bytes: Uint8Array): void => {
          said += Buffer.from(bytes).toString('utf8')
        }
        terminal.attach(0, onData, resolve)
      })
      expect(said).toContain('21 77')
      expect(said).toContain('/dev/pts/')
      expect(said).toContain('ÜÖ xterm-256color')
      expect(said).not.toContain('ELECTRON')
    },
    { shell: { execPath: program.executable, isElectron: true, folder } },
  )
})
