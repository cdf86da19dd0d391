/** A read as it is sent: JSON of at most 16 KiB. */
export type ReadMessage = {
  /** A UUID, created once and kept for every repetition of the message: the server counts repetitions once. */
  readId: string
  /** As read; the server removes spaces and hyphens. */
  carNumber: string
  /** 0 to 1. */
  confidence: number
  /** The camera's clock: ISO 8601, UTC, milliseconds. */
  recognizedAt: string
  /** Other readings of the same plate, the most likely first. */
  candidates?: { carNumber: string; confidence: number }[]
  /** `in` if it is missing. */
  direction?: 'in' | 'out'
  /** Id of a picture that was uploaded before. */
  imageId?: string
  /** Pixels. */
  boundingBox?: { x: number; y: number; width: number; height: number }
  /** Id that all reads of one passing car share; 1 to 128 printable ASCII characters. */
  trackId?: string
}

/** State of a device, sent every 60 s; after three missing heartbeats the device counts as offline. */
export type Heartbeat = {
  /** ISO 8601, UTC; the server compares it with its own clock. */
  sentAt: string
  /** Unacknowledged reads. */
  queueDepth: number
  cameraOk: boolean
  firmware: string
}

/** The ids and the secret that an administrator gives to a recognizer. */
export type Credentials = { storeId: string; deviceId: string; secret: string }

/**
 * The server stores an `ingest` message together with others; `stored` are the replies over MQTT. The server sends
 * `decision` and `expected` to a device with a gate.
 */
export type MessageKind = 'read' | 'ingest' | 'stored' | 'heartbeat' | 'decision' | 'expected'

/** Receives the messages of the server to a device with a gate. */
export type GateListener = { onDecision(text: string): void; onExpectedPlates(text: string): void }

/** Largest message, in bytes; the server rejects larger ones. */
export const sizeLimit = 16 * 1_024

/** The NATS subject of a device's messages. */
export const subjectOf = (kind: MessageKind, { storeId, deviceId }: Credentials) =>
  `recognition.${kind}.${storeId}.${deviceId}`

/** The MQTT topic of a device's messages. */
export const topicOf = (kind: MessageKind, { storeId, deviceId }: Credentials) =>
  `recognition/${kind}/${storeId}/${deviceId}`
