import type { LanguageFn } from 'highlight.js'

type Load = () => Promise<{ readonly default: LanguageFn }>

/** Each is fetched when the first code in it is seen. */
const loads: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  json: () => import('highlight.js/lib/languages/json'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

const otherNames: Readonly<Record<string, string>> = {
  cc: 'cpp',
  console: 'bash',
  cts: 'typescript',
  golang: 'go',
  h: 'c',
  hpp: 'cpp',
  html: 'xml',
  javascript: 'typescript',
  js: 'typescript',
  json5: 'json',
  jsonc: 'json',
  jsonl: 'json',
  jsx: 'typescript',
  md: 'markdown',
  mjs: 'typescript',
  mts: 'typescript',
  patch: 'diff',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** The language a name or the end of a file's name stands for; null: none that we colour. */
export function languageOf(name: string): string | null {
  const lower = name.toLowerCase().split('.').at(-1) ?? ''
  const known = Object.hasOwn(otherNames, lower) ? otherNames[lower] : lower
  return known !== undefined && Object.hasOwn(loads, known) ? known : null
}

export async function loadLanguage(language: string): Promise<LanguageFn | null> {
  const load = Object.hasOwn(loads, language) ? loads[language] : undefined
  return load ? (await load()).default : null
}
