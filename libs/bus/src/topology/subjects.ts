import { subject } from '@kingcar/contract/events'

/** Subjects of all recognizers' reads, and of all their heartbeats. */
export const everyRead = 'recognition.read.>'
export const everyHeartbeat = 'recognition.heartbeat.>'

/** Subject of a recognizer's reads. */
export const readSubject = (storeId: string, deviceId: string) => subject('recognition', 'read', storeId, deviceId)

/**
 * Subjects to which recognizers send reads that a process stores in groups and then replies to. MQTT has no replies:
 * there the id of the read follows as a last token, and the process publishes its reply to the second subject, with the
 * same token.
 */
export const everyIngest = 'recognition.ingest.>'
export const ingestSubject = (storeId: string, deviceId: string) => subject('recognition', 'ingest', storeId, deviceId)
export const everyStored = 'recognition.stored.>'
export const storedSubject = (storeId: string, deviceId: string) => subject('recognition', 'stored', storeId, deviceId)

/** Subject of a recognizer's heartbeats. */
export const heartbeatSubject = (storeId: string, deviceId: string) =>
  subject('recognition', 'heartbeat', storeId, deviceId)

/** Subjects of all decisions about gates, and of those for one recognizer. */
export const everyDecision = 'recognition.decision.>'
export const decisionSubject = (storeId: string, deviceId: string) =>
  subject('recognition', 'decision', storeId, deviceId)

/** Subjects of the expected plates of all recognizers with a gate, and of one. */
export const everyExpected = 'recognition.expected.>'
export const expectedSubject = (storeId: string, deviceId: string) =>
  subject('recognition', 'expected', storeId, deviceId)

/** Subject of the gateways' reports about messages that devices sent over HTTP. */
export const deviceSightingsSubject = 'recognition.deviceSightings'

/** The account of devices in nats.conf. */
export const devicesAccount = 'DEVICES'
/** Subject on which nats-server reports that a device connected or disconnected. */
export const deviceAdvisorySubject = (what: 'CONNECT' | 'DISCONNECT') => `$SYS.ACCOUNT.${devicesAccount}.${what}`

/** Subject of messages to a wall screen; the gateway that holds its socket subscribes. */
export const screenSubject = (screenId: string) => subject('screens', screenId, 'show')
/** Subject of a gateway's reports that a wall screen connected or disconnected; and the wildcards of all screens. */
export const screenSeenSubject = (screenId: string) => subject('screens', screenId, 'seen')
export const everyScreenSeen = 'screens.*.seen'
export const everyScreen = 'screens.*.show'

/** Subjects of VISITS and DEAD_LETTERS. */
export const visitSubject = 'visits.recorded'
export const deadLetterSubject = 'recognition.deadLetter'

/** Subjects of an object store: file chunks (`C`), and file metadata (`M`). */
export const objectSubjects = (bucket: string) => [`$O.${bucket}.C.>`, `$O.${bucket}.M.>`]
export const chunkSubject = (bucket: string, id: string) => `$O.${bucket}.C.${subject(id)}`
/** A name may contain any character; its base64url is one token. */
export const metadataSubject = (bucket: string, name: string) => `$O.${bucket}.M.${paddedBase64url(Buffer.from(name))}`

/** base64url with `=` padding, as object stores use it. */
export const paddedBase64url = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
