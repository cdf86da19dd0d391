/** What a token of a subject may be: anything else could be protocol text, a wildcard or several tokens. */
const token = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Joins tokens to a subject. The only way for a value that is not a constant to become a part of one.
 * @throws TypeError for a token with other characters than letters, digits, `_` and `-`, an empty or a long one
 */
export function subject(...tokens: readonly string[]): string {
  const wrong = tokens.findIndex((part) => !token.test(part))
  if (wrong >= 0) throw new TypeError(`token ${wrong + 1} of the subject is not allowed`)
  return tokens.join('.')
}

/** Before the key of a setting, which holds dots of its own, and before the id of a device. */
export const settingPrefix = 'settings.'
export const devicePrefix = 'devices.'

/** Subject of the current value of a setting. */
export const settingSubject = (key: string): string => settingPrefix + subject(...key.split('.'))

/** Subject of what lets a device in. */
export const deviceSubject = (deviceId: string): string => devicePrefix + subject(deviceId)
