/** Allowed tokens of a subject: other text could be protocol syntax, a wildcard or several tokens. */
const token = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Joins tokens to a subject. Every value that is not a constant has to go through this function.
 * @throws TypeError for a token that is empty, longer than 64 characters, or has other characters than letters, digits,
 *   `_` and `-`
 */
export function subject(...tokens: readonly string[]): string {
  const wrong = tokens.findIndex((part) => !token.test(part))
  if (wrong >= 0) throw new TypeError(`token ${wrong + 1} of the subject is not allowed`)
  return tokens.join('.')
}

/** Prefixes of subjects: before the key of a setting, which contains dots, and before the id of a device or an administrator. */
export const settingPrefix = 'settings.'
export const devicePrefix = 'devices.'
export const adminPrefix = 'admins.'

/** Subject of a setting's current value. */
export const settingSubject = (key: string): string => settingPrefix + subject(...key.split('.'))

/** Subject of a device's credentials. */
export const deviceSubject = (deviceId: string): string => devicePrefix + subject(deviceId)

/** Subject of an administrator's rights. */
export const adminSubject = (adminId: string): string => adminPrefix + subject(adminId)
