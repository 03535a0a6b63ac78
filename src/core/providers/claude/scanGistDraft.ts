import type { Gist, GistBlock, GistUsage } from './gist'

/** The fields of a gist while a line is walked. One draft serves all lines. */
export class ScanGistDraft {
  type = ''
  /** uuid, parentUuid, sessionId, agentId, requestId, cwd, version, branch. */
  readonly texts: (string | null)[] = [null, null, null, null, null, null, null, null]
  at = Number.NaN
  isSidechain = false
  messageId: string | null = null
  model: string | null = null
  stopReason: string | null = null
  usage: GistUsage | null = null
  blocks: readonly GistBlock[] = []

  clear(): void {
    this.type = ''
    for (let i = 0; i < this.texts.length; i++) this.texts[i] = null
    this.at = Number.NaN
    this.isSidechain = false
    this.clearMessage()
  }

  clearMessage(): void {
    this.messageId = null
    this.model = null
    this.stopReason = null
    this.usage = null
    this.blocks = []
  }

  gist(): Gist {
    const speaks = this.type === 'assistant' || this.type === 'user'
    const texts = this.texts
    return {
      type: this.type,
      uuid: texts[0] ?? null,
      parentUuid: texts[1] ?? null,
      at: this.at,
      sessionId: texts[2] ?? null,
      agentId: texts[3] ?? null,
      cwd: texts[5] ?? null,
      version: texts[6] ?? null,
      branch: texts[7] ?? null,
      isSidechain: this.isSidechain,
      isApiError: false,
      messageId: speaks ? this.messageId : null,
      requestId: texts[4] ?? null,
      model: speaks ? this.model : null,
      stopReason: speaks ? this.stopReason : null,
      usage: this.type === 'assistant' ? this.usage : null,
      blocks: speaks ? this.blocks : [],
      whole: null,
    }
  }
}
