import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { quoteCommand } from './quoteCommand'

it('leaves plain words as they are', () => {
  expect(quoteCommand(['/usr/bin/tool', '--cwd=/home/dev', '-x', 'a@b:1'])).toBe('/usr/bin/tool --cwd=/home/dev -x a@b:1')
})

it.each([
  '',
  '-p',
  'two words',
  "it's",
  '$(touch /tmp/no) `id` $HOME "quoted"',
  'line\nbreak\ttab\r',
  '\u001b]0;title\u0007',
  "\\' mixed \n '",
  'ordner mit ü – 日本語',
  'last\n\n',
  '\n',
  '-x 100%\n%s \\n \u001b9',
  '!history; rm -rf * && true | cat > x #',
])('a shell reads %j as what it is', (word) => {
  const script = `printf '%s\\0' ${quoteCommand([word, 'end'])}`
  for (const shell of ['bash', 'sh']) {
    const read = execFileSync(shell, ['-c', script]).toString().split('\0')
    expect(read.slice(0, 2), shell).toEqual([word, 'end'])
  }
})
