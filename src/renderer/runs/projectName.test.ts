import { expect, it } from 'vitest'
import { projectName } from './projectName'

it('says the last two folders, and not whose home it is', () => {
  expect(
    [
      '/home/ana/acme',
      '/home/ana/work/acme/web',
      '/Users/ana/web',
      '/srv/web',
      'C:\\Users\\ana\\web',
      '/home/ana',
      '/',
      'x\u202e',
    ].map(projectName),
  ).toEqual(['acme', 'acme/web', 'web', 'srv/web', 'ana/web', 'home/ana', '/', 'x\ufffd'])
})
