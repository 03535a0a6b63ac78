/** What the product recorded of an agent's restrictions; null: it recorded nothing. */
export interface Allowances {
  readonly allowed: readonly string[] | null
  readonly denied: readonly string[] | null
  readonly permissionMode: string | null
}

/** Records of one transcript in the order of the file: a later word replaces an earlier one. */
export interface AllowanceReader {
  take(record: unknown): void
  result(): Allowances
}
