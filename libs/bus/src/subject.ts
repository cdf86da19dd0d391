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

/** Subject of a recognizer's reads. */
export const readSubject = (storeId: string, deviceId: string) => subject('recognition', 'read', storeId, deviceId)

/** Subject of a recognizer's signs of life. */
export const heartbeatSubject = (storeId: string, deviceId: string) =>
  subject('recognition', 'heartbeat', storeId, deviceId)

/** Subject of what is said to a wall screen, wherever its socket is open. */
export const screenSubject = (screenId: string) => subject('screens', screenId, 'show')
/** Subject of a gateway's word that a wall screen is there, or gone; and of all of them. */
export const screenSeenSubject = (screenId: string) => subject('screens', screenId, 'seen')
export const everyScreenSeen = 'screens.*.seen'
export const everyScreen = 'screens.*.show'

/** Subject of what lets a device in. */
export const deviceSubject = (deviceId: string) => subject('devices', deviceId)

/** Subjects of the streams that hold no events. */
export const visitSubject = 'visits.recorded'
export const deadLetterSubject = 'recognition.deadLetter'
/** Before the key of a setting, which holds dots of its own. */
export const settingPrefix = 'settings.'
/** Before the id of a device. */
export const devicePrefix = 'devices.'

/** Subjects of an object store: the pieces of its files, and what it says of each. */
export const objectSubjects = (bucket: string) => [`$O.${bucket}.C.>`, `$O.${bucket}.M.>`]
export const pieceSubject = (bucket: string, id: string) => `$O.${bucket}.C.${subject(id)}`
/** A name may hold any character: its base64url is one token. */
export const objectSubject = (bucket: string, name: string) => `$O.${bucket}.M.${paddedBase64url(Buffer.from(name))}`

/** base64url as object stores write it, with `=` at its end. */
export const paddedBase64url = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
