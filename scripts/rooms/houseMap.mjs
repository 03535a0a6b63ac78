// Who may see whom (ARCHITECTURE.md, Rooms), as data. The rules that read it are in checkFile.mjs.

/** Folder below src → the folders its files may import from, besides itself. The longest name that fits wins. */
export const rooms = {
  shared: [],
  core: ['shared'],
  'export/map': ['core', 'shared'],
  export: ['core', 'shared'],
  connect: ['core', 'shared'],
  keeper: ['shared'],
  engine: ['core', 'connect', 'export', 'keeper', 'shared'],
  main: ['engine', 'serve', 'shared'],
  serve: ['engine', 'shared'],
  cli: ['engine', 'serve', 'shared'],
  preload: ['shared'],
  renderer: ['shared'],
  testing: ['shared', 'core', 'engine'],
}

/** Rooms that may import types only from other rooms. */
export const typesOnly = ['preload']

/** Rooms without clock, chance, disk or Node. */
export const pure = ['shared', 'core', 'export/map']

/** Packages with a house of their own: which files of src may import them. Every room that is not pure may import other packages. */
export const packageHomes = [
  { package: 'node:sqlite', files: /^src\/(engine|keeper|connect\/[^/]+(\/[^/]+)?)\/[^/]*[dD]atabase[^/]*\.ts$/ },
  { package: 'electron', files: /^src\/(main|preload)\// },
]

/** Packages the pure rooms may import. */
export const purePackages = ['zod']

export const productNames = /claude|codex|opencode/i

/** Where products may be named, with the reason. Keep it short: every line is a place to visit when a product changes. */
export const productHomes = [
  { files: /^src\/core\/providers(\/|\.ts$)/, reason: 'what a product’s files mean' },
  { files: /^src\/connect\//, reason: 'how to talk to a product' },
  { files: /^src\/shared\/ids\.ts$/, reason: 'examples of an open brand' },
  { files: /^src\/shared\/(parseUri|uriSyntax)\.ts$/, reason: 'each product has addresses of a shape of its own' },
  { files: /^src\/engine\/roots\.ts$/, reason: 'the environment variables that say where products keep their files' },
  {
    files: /^src\/cli\/(help|usage|commandTable|[a-z]*[uU]ri)[A-Za-z]*\.ts$/,
    reason: 'examples of addresses in help and messages',
  },
]

/** Files whose name is a subject, not one of their exports. */
export const namedForSubject = [
  'src/shared/ids.ts',
  'src/shared/views.ts',
  'src/main/engineMessages.ts',
  'src/shared/rpc.ts',
  'src/shared/keeperMessages.ts',
  'src/shared/transcriptParts.ts',
  'src/core/providers/claude/names.ts',
  'src/core/providers/claude/scanGistLayout.ts',
]

export const emptyNames = /^(utils?|helpers?|common|misc)$|(Manager|Service|Utils?|Helpers?)$/

/** Suppressions of lint, types or knip in the whole repository. May only fall. */
export const suppressionLimit = 0
