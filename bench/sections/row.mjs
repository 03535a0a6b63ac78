/** @typedef {{ what: string, measured: string, budget: string, ratio: string, verdict: string, rivals: string }} Row */

/**
 * `met` null: nothing is promised, the figure is there to compare with.
 * @param {string} what @param {string} measured
 * @param {{ budget?: string, ratio?: string, met?: boolean | null, rivals?: string }} rest
 * @returns {Row}
 */
export function row(what, measured, { budget = '', ratio = '', met = null, rivals = '' } = {}) {
  return { what, measured, budget, ratio, verdict: met === null ? '' : met ? 'met' : '**missed**', rivals }
}

/** @param {number} value */
export function ms(value) {
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`
}

/** @param {number} bytes @param {number} took */
export function rate(bytes, took) {
  return `${(bytes / 1e3 / took).toFixed(0)} MB/s`
}

/** @param {number} value */
export function times(value) {
  return `${value.toFixed(value < 10 ? 2 : 0)}×`
}

/** @param {number} part @param {number} whole */
export function percent(part, whole) {
  return `${((part / whole) * 100).toFixed(1)} %`
}
