// The house rules that the linter cannot say: imports by room, names of products, purity, names of files. Part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { projectRoot } from './project.mjs'
import { checkFile } from './rooms/checkFile.mjs'
import { countSuppressions } from './rooms/countSuppressions.mjs'
import { productHomes, suppressionLimit } from './rooms/houseMap.mjs'

/** @param {string[]} patterns */
function list(patterns) {
  const isSkipped = (/** @type {string} */ path) => /(^|\/)(fixtures|node_modules|out)\//.test(path)
  return globSync(patterns, { cwd: projectRoot })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !isSkipped(path))
    .sort()
}

const read = (/** @type {string} */ path) => readFileSync(join(projectRoot, path), 'utf8')

const house = list(['src/**/*.{ts,tsx}'])
let findings = 0
for (const path of house) {
  for (const { line, message } of checkFile(path, read(path))) {
    findings += 1
    console.log(`${path}:${line}: ${message}`)
  }
}

const everything = list(['{src,assembly,scripts,bench,test,e2e}/**/*.{ts,tsx,mjs}', '*.config.ts'])
const suppressions = everything.reduce((sum, path) => sum + countSuppressions(read(path)), 0)
if (suppressions > suppressionLimit) {
  findings += 1
  console.log(`${suppressions} suppressions, ${suppressionLimit} allowed: mend the cause`)
}
console.log(
  `rooms: ${house.length} files, ${findings} findings, ${suppressions} suppressions, products named in ${productHomes.length} places`,
)
process.exitCode = findings > 0 ? 1 : 0
