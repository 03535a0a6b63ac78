import { z } from 'zod'

/** `claude`, `codex`, `opencode`: open on the wire, so that an older page can show a newer engine's runs in grey. */
export const ProviderId = z.string().min(1).brand<'ProviderId'>()
export type ProviderId = z.infer<typeof ProviderId>

/** Canonical address of a run: `<provider>://<main>`. */
export const RunUri = z.string().min(1).brand<'RunUri'>()
export type RunUri = z.infer<typeof RunUri>

/** Stable name of an agent within its run: the spawning call's id where there is one, else the agent's own id. */
export const AgentKey = z.string().min(1).brand<'AgentKey'>()
export type AgentKey = z.infer<typeof AgentKey>

/** A file of a provider, by its path relative to the provider's root, always with `/`. */
export const SourceId = z.string().min(1).brand<'SourceId'>()
export type SourceId = z.infer<typeof SourceId>

/** Something that we started ourselves; names its folder, so nothing in it may lead elsewhere. */
export const HeldId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{3,63}$/)
  .brand<'HeldId'>()
export type HeldId = z.infer<typeof HeldId>
