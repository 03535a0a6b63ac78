// `npm run assembly`, after a change in assembly/: compiles it and writes the module into the program that uses it. The compiled
// module is kept in the repository, so that neither a build nor a start needs the compiler; a test compiles it anew and compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import asc from 'assemblyscript/asc'
import { projectRoot } from './project.mjs'

export const modulePath = join(projectRoot, 'src', 'core', 'providers', 'claude', 'scanGistModule.ts')

const options = [
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--enable',
  'simd',
  '--use',
  'abort=',
  '--noAssert',
  '-O3',
]

/** The text of the file that holds the compiled module. */
export async function compileAssembly() {
  const outFile = 'walk.wasm'
  let module = Buffer.alloc(0)
  const { error, stderr } = await asc.main(['assembly/record.ts', ...options, '--outFile', outFile], {
    readFile: (name, base) => readIfThere(join(projectRoot, base, name)),
    writeFile: (name, contents) => {
      if (name === outFile) module = Buffer.from(contents)
    },
    listFiles: () => [],
  })
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`)
  return `/** \`assembly/\`, compiled: \`npm run assembly\` writes it. */
export const scanGistModule =
  '${module.toString('base64')}'
`
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

if (import.meta.main ?? process.argv[1]?.endsWith('compile-assembly.mjs')) writeFileSync(modulePath, await compileAssembly())
