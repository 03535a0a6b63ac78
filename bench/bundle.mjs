import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const entries = [
  'scanning',
  'indexing',
  'starting',
  'appending',
  'paging',
  'linking',
  'idling',
  'losing',
  'following',
  'seeing',
  'storing',
]

/** The measurements import the product's own modules: bundled once, run as plain files. Handed to vite by bundle.mjs. */
export const bundleConfig = {
  configFile: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('warn'),
  ssr: { noExternal: /** @type {const} */ (true) },
  build: {
    ssr: true,
    outDir: here('../.cache/bench/out'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(entries.map((name) => [name, here(`./${name}.ts`)])),
        indexWorker: here('../src/engine/indexWorker.ts'),
      },
      external: [/^node:/, ...builtinModules],
      output: { format: /** @type {const} */ ('es'), entryFileNames: '[name].mjs' },
    },
  },
}

/** Bundles the measurements; about a second. */
export async function bundleMeasurements() {
  const { build } = await import('vite')
  await build(bundleConfig)
}
