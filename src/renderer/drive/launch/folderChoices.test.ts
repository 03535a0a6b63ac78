import { expect, it } from 'vitest'
import { folderChoices } from './folderChoices'

const recent = ['/home/dev/web', '/home/dev/api'].map((folder) => ({ folder, branch: null, choices: null }))
const folders = (typed: string, onDisk: readonly string[] = []) =>
  folderChoices(typed, recent, onDisk).map(({ folder }) => folder)

it('offers those of late that fit, then the disk, each once', () => {
  expect(folders('')).toEqual(['/home/dev/web', '/home/dev/api'])
  expect(folders('/home/dev/a', ['/home/dev/api', '/home/dev/app'])).toEqual(['/home/dev/api', '/home/dev/app'])
  expect(folders('WEB')).toEqual(['/home/dev/web'])
})

it('one that is chosen already hides none of the others', () => {
  expect(folders('/home/dev/web', ['/home/dev/web/src'])).toEqual(['/home/dev/web', '/home/dev/api'])
})
