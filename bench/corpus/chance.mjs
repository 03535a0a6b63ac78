import { createHash } from 'node:crypto'

const WORDS = (
  'anchor branch buffer cache chunk cursor delta edge fixture frame guard handle index kernel layout ledger marker merge node ' +
  'offset parser patch probe queue record render retry schema session shard socket stream token tree union walker worktree'
).split(' ')

/** Everything random about a corpus, from one seed: the same seed writes the same bytes. */
export class Chance {
  #state
  #seed
  #ids = 0
  #prose
  #code

  /** @param {number} seed */
  constructor(seed) {
    this.#seed = seed
    this.#state = seed >>> 0
    this.#prose = this.#pool(300_000, () => `${this.word()}${this.pick([' ', ' ', ' ', ', ', '. ', '.\n\n', '\n- '])}`)
    this.#code = this.#pool(600_000, () => this.#codeLine())
  }

  /** In [0, 1): xorshift over 32 bits, for its speed. */
  next() {
    let x = this.#state || 0x9e3779b9
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.#state = x >>> 0
    return this.#state / 4294967296
  }

  /** Both ends included. @param {number} low @param {number} high */
  int(low, high) {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[Math.floor(this.next() * list.length)]
  }

  word() {
    return this.pick(WORDS)
  }

  /** A size with a long tail: most are near `middle`, a few are many times it. @param {number} middle @param {number} spread */
  size(middle, spread) {
    const bell = Math.sqrt(-2 * Math.log(this.next() || 1e-9)) * Math.cos(2 * Math.PI * this.next())
    return Math.max(1, Math.floor(middle * Math.exp(spread * bell)))
  }

  /** @param {number} digits */
  hex(digits) {
    let text = ''
    while (text.length < digits)
      text += createHash('sha1')
        .update(`${this.#seed} ${this.#ids++}`)
        .digest('hex')
    return text.slice(0, digits)
  }

  uuid() {
    const h = this.hex(32)
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20)}`
  }

  /** @param {number} length */
  prose(length) {
    return this.#cut(this.#prose, length)
  }

  /** @param {number} length */
  code(length) {
    return this.#cut(this.#code, length)
  }

  /** Two quotes in about 180 characters, as in the source files of this and other projects (40 to 300 to a quote). */
  #codeLine() {
    const indent = '  '.repeat(this.int(0, 3))
    const value = this.next() < 0.2 ? `"${this.word()}"` : `${this.word()}.${this.word()}`
    return `${indent}const ${this.word()} = ${this.word()}(${value})\n`
  }

  #cut(pool, length) {
    let text = ''
    while (text.length < length) {
      const size = Math.min(length - text.length, 200_000)
      const from = this.int(0, pool.length - size - 1)
      text += pool.slice(from, from + size)
    }
    return text
  }

  #pool(length, make) {
    let text = ''
    while (text.length < length) text += make()
    return text
  }
}
