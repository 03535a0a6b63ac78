/** How one provider writes its ids: the only place that knows their shapes. */
export interface UriSyntax {
  readonly main: RegExp
  readonly mainShape: string
  readonly agent: RegExp
  readonly agentShape: string
  /** Accepted before an agent's id and dropped. */
  readonly agentPrefix: string | null
  /** A path segment that may stand before the main id and means nothing: `codex://threads/<id>`. */
  readonly collection: string | null
  /** Ids that differ only in case are the same id; printed in lower case. */
  readonly mainIgnoresCase: boolean
  readonly agentIgnoresCase: boolean
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// Starts with a letter or digit, so that `.` and `..` can never be an id.
const anyId = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/
const sessionToken = /^ses_[A-Za-z0-9]{1,64}$/

export const uriSyntax: ReadonlyMap<string, UriSyntax> = new Map([
  [
    'claude',
    {
      main: uuid,
      mainShape: 'a UUID like 7d0c2f1a-6795-46e9-86cf-7fa70259e41a',
      agent: anyId,
      agentShape: 'an id like a2057518584390e68',
      agentPrefix: 'agent-',
      collection: null,
      mainIgnoresCase: true,
      agentIgnoresCase: false,
    },
  ],
  [
    'codex',
    {
      main: uuid,
      mainShape: 'a UUID like 019a2f1a-6795-76e9-86cf-7fa70259e41a',
      agent: uuid,
      agentShape: 'a UUID like 019a2f1a-6795-76e9-86cf-7fa70259e41a',
      agentPrefix: null,
      collection: 'threads',
      mainIgnoresCase: true,
      agentIgnoresCase: true,
    },
  ],
  [
    'opencode',
    {
      main: sessionToken,
      mainShape: 'an id like ses_5f3a9b2c1d',
      agent: sessionToken,
      agentShape: 'an id like ses_5f3a9b2c1d',
      agentPrefix: null,
      collection: null,
      mainIgnoresCase: false,
      agentIgnoresCase: false,
    },
  ],
])
