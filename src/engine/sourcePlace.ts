import type { Provider } from '../core/provider'
import type { SourceStore } from '../core/sourceStore'

/** Where one provider's sources are read from. */
export interface SourcePlace {
  readonly provider: Provider
  readonly root: string
  /** Conversations that lie in no files of lines; null: this provider has none such. */
  readonly store: SourceStore | null
}
