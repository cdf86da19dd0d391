import { dictionary } from '@zxcvbn-ts/language-common'

/** The most frequent passwords of public breaches, in lower case. Half a megabyte: import it only when needed. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
