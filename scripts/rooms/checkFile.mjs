import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'
import * as house from './houseMap.mjs'

/** @typedef {{ line: number, message: string }} Finding */
/** @typedef {{ path: string, text: string, room: string, tell: (at: number, message: string) => void }} Checked */
/** @typedef {{ at: number, from: string, isType: boolean }} Import */

const testFile = /\.test\.[cm]?[jt]sx?$/

/** Every broken house rule of one file of src. @param {string} path from the project's root, with / @param {string} text */
export function checkFile(path, text) {
  /** @type {Finding[]} */
  const findings = []
  const tell = (/** @type {number} */ at, /** @type {string} */ message) =>
    void findings.push({ line: text.slice(0, at).split('\n').length, message })
  const checked = { path, text, room: roomOf(path), tell }
  checkName(checked)
  if (testFile.test(path) || checked.room === 'testing') return findings
  checkProducts(checked)
  const parsed = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  for (const error of parsed.errors) tell(0, `cannot be parsed: ${error.message}`)
  for (const used of importsOf(parsed, text)) checkImport(checked, used)
  checkExports(checked, parsed)
  if (house.pure.includes(checked.room)) checkPurity(checked, parsed.program)
  return findings
}

/** The folder of the house map a file lives in; '' for none. @param {string} path */
export function roomOf(path) {
  const fits = Object.keys(house.rooms).filter((room) => path.startsWith(`src/${room}/`))
  return fits.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** @param {Checked} checked */
function checkName({ path, room, tell }) {
  if (room === '') tell(0, 'lives in no room of the house map')
  const stem = stemOf(path)
  if (house.emptyNames.test(stem)) tell(0, `"${stem}" says nothing: name the file for its idea`)
  for (const folder of path.split('/').slice(1, -1))
    if (house.emptyNames.test(folder)) tell(0, `folder "${folder}" says nothing: name it for its idea`)
}

/** @param {Checked} checked */
function checkProducts({ path, text, tell }) {
  if (house.productHomes.some(({ files }) => files.test(path))) return
  if (house.productNames.test(path)) tell(0, 'the path names a product')
  for (const hit of text.matchAll(new RegExp(house.productNames, 'gi'))) tell(hit.index, `names the product "${hit[0]}"`)
}

/** @param {ReturnType<typeof parseSync>} parsed @param {string} text */
function importsOf(parsed, text) {
  const { staticImports, staticExports, dynamicImports } = parsed.module
  /** @type {Import[]} */
  const found = []
  for (const { start, moduleRequest, entries } of staticImports) {
    const isType = text.slice(start).startsWith('import type') || (entries.length > 0 && entries.every((entry) => entry.isType))
    found.push({ at: start, from: moduleRequest.value, isType })
  }
  for (const { start, entries } of staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ at: start, from: moduleRequest.value, isType })
  for (const { start, moduleRequest } of dynamicImports) {
    const from = text.slice(moduleRequest.start, moduleRequest.end)
    found.push({ at: start, from: /^(['"`]).*\1$/.test(from) ? from.slice(1, -1) : from, isType: false })
  }
  return found
}

/** @param {Checked} checked @param {Import} used */
function checkImport(checked, used) {
  const { path, room, tell } = checked
  if (!used.from.startsWith('.')) return checkPackage(checked, used)
  const target = posix.join(posix.dirname(path), used.from)
  // resources/ is data of the whole house.
  if (target.startsWith('resources/')) return
  const to = roomOf(`${target}/`)
  if (to === '') return tell(used.at, `imports ${target}, which lies in no room`)
  if (to === room) return
  const allowed = /** @type {Record<string, string[]>} */ (house.rooms)[room] ?? []
  if (!allowed.some((name) => to === name || to.startsWith(`${name}/`)))
    tell(used.at, `${room || path} may not import from ${to}`)
  else if (house.typesOnly.includes(room) && !used.isType) tell(used.at, `${room} may import types only`)
}

/** @param {Checked} checked @param {Import} used */
function checkPackage({ path, room, tell }, used) {
  const name = used.from.startsWith('node:')
    ? used.from
    : used.from
        .split('/')
        .slice(0, used.from.startsWith('@') ? 2 : 1)
        .join('/')
  const home = house.packageHomes.find((entry) => entry.package === name)
  if (home && !home.files.test(path)) tell(used.at, `only ${home.files.source} may import ${name}`)
  if (house.pure.includes(room) && !house.purePackages.includes(name)) tell(used.at, `${room} is pure: it may not import ${name}`)
}

/** @param {Checked} checked @param {ReturnType<typeof parseSync>} parsed */
function checkExports({ path, tell }, parsed) {
  const entries = parsed.module.staticExports.flatMap((statement) => statement.entries)
  const names = entries.map((entry) => entry.exportName.name ?? '')
  if (entries.length === 0 || house.namedForSubject.includes(path)) return
  if (entries.every((entry) => entry.moduleRequest)) return tell(0, 'is a barrel: import the file that holds the thing')
  const stem = stemOf(path).toLowerCase()
  const isNamedFor = (/** @type {string} */ name) =>
    name === stem || (name.length > 3 && (stem.includes(name) || name.includes(stem)))
  if (!names.some((name) => isNamedFor(name.toLowerCase()))) tell(0, `is named for none of its exports (${names.join(', ')})`)
}

/** @param {Checked} checked @param {ReturnType<typeof parseSync>['program']} program */
function checkPurity({ room, tell }, program) {
  const forbidden = [/^Date\.now$/, /^Math\.random$/, /^performance\./, /^process\./, /^globalThis\./]
  new Visitor({
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return
      const name = `${node.object.name}.${node.property.name}`
      if (forbidden.some((pattern) => pattern.test(name))) tell(node.start, `${room} is pure: no ${name}`)
    },
    NewExpression(node) {
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date'
      if (isDate && node.arguments.length === 0) tell(node.start, `${room} is pure: no new Date() without a time`)
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date') tell(node.start, `${room} is pure: no Date()`)
    },
  }).visit(program)
}

/** @param {string} path */
function stemOf(path) {
  return posix
    .basename(path)
    .replace(testFile, '')
    .replace(/\.d\.ts$|\.[cm]?[jt]sx?$/, '')
}
