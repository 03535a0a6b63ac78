import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)
const packageOf = (name: string): string => dirname(resolve(`${name}/package.json`))

/** How the library names the package of its binary. */
const binaryName = /"@lydell\/node-pty-" \+ process\.platform \+ "-" \+ process\.arch/g

/**
 * The terminals' library and its binary for this system, beside the bundle: a binary cannot be bundled, and packages are not
 * shipped. Not as a folder of packages, which packers leave out wherever it lies.
 */
export function copyTerminals(target: string): { readonly name: string; writeBundle(): void } {
  return {
    name: 'copy-terminals',
    writeBundle() {
      const library = join(target, 'node-pty')
      rmSync(target, { recursive: true, force: true })
      mkdirSync(target, { recursive: true })
      cpSync(packageOf('@lydell/node-pty'), library, { recursive: true })
      cpSync(packageOf(`@lydell/node-pty-${process.platform}-${process.arch}`), join(target, 'binary'), { recursive: true })
      let changed = 0
      for (const name of readdirSync(library).filter((file) => file.endsWith('.js'))) {
        const path = join(library, name)
        const text = readFileSync(path, 'utf8')
        if (text.replace(binaryName, '') === text) continue
        changed += 1
        writeFileSync(path, text.replaceAll(binaryName, 'require("path").join(__dirname, "..", "binary")'))
      }
      if (changed === 0) throw new Error('the library of the terminals finds its binary in a new way: look at copyTerminals')
    },
  }
}
