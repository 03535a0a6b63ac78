/**
 * Where the walk of a line (`assembly/`) keeps what it needs, and where it leaves what it found: names in `At` are byte offsets from
 * the start of its room. Read by the program that is compiled to WebAssembly too, so nothing but numbers may stand here.
 */

/** What it found: numbers of 32-bit words, those in `Double` of doubles, from the start of the room. */
export const uuidWord = 0
export const parentWord = 1
export const sessionWord = 2
export const agentWord = 3
export const requestWord = 4
export const cwdWord = 5
export const versionWord = 6
export const branchWord = 7
export const typeWord = 8
export const messageWord = 9
export const modelWord = 10
export const stopWord = 11
/** 1: a side chain. */
export const sidechainWord = 12
/** 1: has counts of tokens. */
export const usageWord = 13
/** 1: of the conversation. */
export const speaksWord = 14
export const blocksWord = 15
export const freshWord = 16
export const keptWord = 17
export const timeDouble = 9
/** Four of them. */
export const usageDouble = 10

/** Four words each: kind, and what the kind has. */
export const blocksAt = 128
export const mostBlocks = 64
/** Texts that were not there on the lines before, three words each: from, to, how to read it. */
export const freshAt = 1152
export const mostFresh = 96
/** Two words each: the place of a text that is remembered from now on, and which of the fresh ones it is. */
export const keptAt = 2304

/** A text is told by a number: 0 none, then the last ones of each key, then the words, then the fresh ones of this line. */
export const slots = 11
export const words = 256
export const firstFresh = 268
/** Slots of the last ones: a record's own texts have those of their keys, 0 to 7; two texts in one would throw each other out. */
export const messageSlot = 8
export const modelSlot = 9
export const callSlot = 10

/** How a fresh text is read. */
export const plainText = 0
export const wideText = 1
export const oddText = 2
export const oddHint = 3

/** Kinds of blocks. */
export const otherBlock = 0
export const saidBlock = 1
export const thoughtBlock = 2
export const toolBlock = 3
export const resultBlock = 4

/** What a word means where it stands for something. */
export const assistantWord = 1
export const userWord = 2
export const bulkWord = 4
export const textWord = 8
export const thinkingWord = 16
export const toolUseWord = 32
export const toolResultWord = 64
export const plainToolWord = 128

/** Objects whose keys are read. */
export const recordObject = 0
export const resultObject = 1
export const messageObject = 2
export const usageObject = 3
export const blockObject = 4
export const objects = 5

/** What a line is. */
export const unreadLine = 0
export const readLine = 1
/** The walk does not understand it; the scan may. */
export const askedLine = 2

export const slotsAt = 3072
export const slotBytes = 256
export const wordsAt = 6144
export const wordBytes = 48
export const keysAt = 18432
export const keyBytes = 64
export const mostKeys = 120
export const nearAt = 56832
export const nearPlaces = 64
/** Words that mean something. */
export const meaningsAt = 58112
export const meaningBytes = 40
export const mostMeanings = 64
export const roomBytes = 65536
