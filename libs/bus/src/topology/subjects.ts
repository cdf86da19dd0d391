import { subject } from '@kingcar/contract/events'

/** Subjects of all recognizers' reads, and of all their signs of life. */
export const everyRead = 'recognition.read.>'
export const everyHeartbeat = 'recognition.heartbeat.>'

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

/** Subjects of the streams that hold no events. */
export const visitSubject = 'visits.recorded'
export const deadLetterSubject = 'recognition.deadLetter'

/** Subjects of an object store: the pieces of its files, and what it says of each. */
export const objectSubjects = (bucket: string) => [`$O.${bucket}.C.>`, `$O.${bucket}.M.>`]
export const pieceSubject = (bucket: string, id: string) => `$O.${bucket}.C.${subject(id)}`
/** A name may hold any character: its base64url is one token. */
export const objectSubject = (bucket: string, name: string) => `$O.${bucket}.M.${paddedBase64url(Buffer.from(name))}`

/** base64url as object stores write it, with `=` at its end. */
export const paddedBase64url = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
