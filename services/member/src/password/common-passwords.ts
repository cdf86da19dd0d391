import { dictionary } from '@zxcvbn-ts/language-common'

/** The passwords that stand most often in breaches that became public, in lower case. Half a megabyte: import it when it is needed. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
