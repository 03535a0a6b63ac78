/** What a call does with an agent that a product gives several kinds of calls for. */
export type CallVerb = 'spawn' | 'wait' | 'send' | 'resume' | 'interrupt' | 'close'
