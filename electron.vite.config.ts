import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { defineConfig } from 'electron-vite'

// Without it electron-vite looks for an installed Electron and fails; none is installed yet (docs/decisions/0018-electron-vite.md).
process.env['ELECTRON_MAJOR_VER'] ??= '44'

const entries = { cli: 'src/cli/index.ts', indexWorker: 'src/engine/indexWorker.ts' }

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node24',
      minify: false,
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(path))),
        external: [/^node:/, ...builtinModules],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
})
