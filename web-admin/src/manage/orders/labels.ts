import { text } from './copy.ts'

/** The value that a table has under a name that may be one of a newer server. */
const wordIn = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name

/** What the ledger gives as the cause of an entry, in a sentence. */
export const causeInWords = (cause: string): string => wordIn(text.causes, cause)
/** Why a payment failed: ours in a sentence, the provider's as it says it. */
export const failReasonInWords = (reason: string): string => wordIn(text.failReasons, reason)
/** The end of an id, by which people tell orders apart; its beginning is a time. */
export const shortId = (id: string): string => id.slice(-8)
