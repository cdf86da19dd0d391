import { text } from './copy.ts'

/** The text for a name; an unknown name of a newer server is returned unchanged. */
const labelIn = (labels: Readonly<Record<string, string>>, name: string): string => labels[name] ?? name

/** Text of a ledger entry's cause. */
export const causeLabel = (cause: string): string => labelIn(text.causes, cause)
/** Text of a payment's failure reason; the provider's own text is unchanged. */
export const failReasonLabel = (reason: string): string => labelIn(text.failReasons, reason)
/** The last eight characters of an id, to distinguish orders; a UUIDv7 begins with its time. */
export const shortId = (id: string): string => id.slice(-8)
