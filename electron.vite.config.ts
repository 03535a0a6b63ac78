import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { copyTerminals } from './scripts/copyTerminals'
import { withoutStyleElements } from './scripts/withoutStyleElements'

const node = [/^node:/, ...builtinModules, 'electron']

const entries = {
  cli: 'src/cli/index.ts',
  indexWorker: 'src/engine/indexWorker.ts',
  app: 'src/main/app.ts',
  engineProcess: 'src/main/engineProcess.ts',
  keeper: 'src/keeper/keeper.ts',
}

function present(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(inputs).filter(([, path]) => existsSync(path)))
}

export default defineConfig({
  main: {
    plugins: [copyTerminals('out/pty')],
    build: {
      outDir: 'out/main',
      // Else the chunks of every build before would be packed along. Whatever loads late is loaded while a program starts.
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: present(entries),
        // Optional native helpers of ws, which works without them.
        external: [...node, 'bufferutil', 'utf-8-validate'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  ...(existsSync('src/preload/index.ts')
    ? {
        preload: {
          build: {
            outDir: 'out/preload',
            emptyOutDir: true,
            minify: false,
            sourcemap: true,
            externalizeDeps: false,
            rolldownOptions: {
              input: { index: 'src/preload/index.ts' },
              external: node,
              // A sandboxed preload is a classic script.
              output: { format: 'cjs' as const, entryFileNames: '[name].cjs' },
            },
          },
        },
      }
    : {}),
  renderer: {
    root: 'src/renderer',
    // Relative: the page is served under any path and opened from the app's own scheme.
    base: './',
    plugins: [react(), withoutStyleElements(resolve('src/renderer'))],
    build: {
      outDir: 'out/renderer',
      emptyOutDir: true,
      sourcemap: false,
      minify: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
})
