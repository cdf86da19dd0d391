/** What a recognizer saw, as it is sent: JSON, 16 KiB at most. */
export type ReadMessage = {
  /** A UUID of its own, made once and kept however often the message is sent: a repetition counts once. */
  readId: string
  /** As read; the product takes out spaces and hyphens. */
  carNumber: string
  /** 0 to 1. */
  confidence: number
  /** The camera's clock: ISO 8601, UTC, milliseconds. */
  recognizedAt: string
  /** Other readings of the same plate, the likeliest first. */
  candidates?: { carNumber: string; confidence: number }[]
  /** `in` where it is missing. */
  direction?: 'in' | 'out'
  /** A picture that was sent before. */
  imageId?: string
  /** Pixels. */
  boundingBox?: { x: number; y: number; width: number; height: number }
}

/** How a device is, told every 60 s; after three that are missing it counts as offline. */
export type Heartbeat = {
  /** ISO 8601, UTC: the product compares it with its own clock. */
  sentAt: string
  /** Reads that are not acknowledged yet. */
  queueDepth: number
  cameraOk: boolean
  firmware: string
}

/** What an administrator hands out for one recognizer. */
export type Credentials = { storeId: string; deviceId: string; secret: string }

export type MessageKind = 'read' | 'heartbeat'

/** Bytes; the server refuses more. */
export const sizeLimit = 16 * 1_024

/** Where a device publishes over NATS. */
export const subjectOf = (kind: MessageKind, { storeId, deviceId }: Credentials) =>
  `recognition.${kind}.${storeId}.${deviceId}`

/** Where a device publishes over MQTT. */
export const topicOf = (kind: MessageKind, { storeId, deviceId }: Credentials) =>
  `recognition/${kind}/${storeId}/${deviceId}`
