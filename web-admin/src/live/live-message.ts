/** The fields of a live event that the screen keeps. `recognizedAt` in epoch milliseconds. */
export type Arrival = {
  visitId: string
  name: string
  carNumber: string
  visitCount: number
  storeName: string
  recognizedAt: number
  /** Position to resume from; null when the event has no sequence. */
  sequence: number | null
  reads: number
  late: boolean
  mergedInto: string | null
  /** A similar plate is more likely correct. */
  doubtful: boolean
  /** The product that the visit used; `remainingUses` is null for a product without a use limit. */
  productUsed: ProductUsed | null
  /** A test read of a device, not a visit. */
  test: boolean
}

export type ProductUsed = { productName: string; remainingUses: number | null }

export type LiveMessage =
  | { type: 'arrival'; arrival: Arrival }
  | { type: 'gap'; from: number; to: number }
  /** For wall screens only: a message to show, a reload request, the name of the screen. */
  | { type: 'message'; text: string }
  | { type: 'reload' }
  | { type: 'screen'; name: string }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const whole = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null)

/**
 * Parses a text message of the live socket. Returns null for anything else (`pong`, message types of a newer server). An
 * event needs name, plate and visit count; all other fields are optional.
 */
export function readMessage(data: unknown, receivedAt: number): LiveMessage | null {
  const fields = parseObject(data)
  if (fields === null) return null
  switch (fields.type) {
    case 'gap':
      return { type: 'gap', from: whole(fields.from) ?? 0, to: whole(fields.to) ?? 0 }
    case 'message':
      return { type: 'message', text: text(fields.text) }
    case 'reload':
      return { type: 'reload' }
    case 'screen':
      return { type: 'screen', name: text(fields.name) }
  }
  const visitCount = whole(fields.visitCount)
  if (typeof fields.name !== 'string' || typeof fields.carNumber !== 'string' || visitCount === null) return null
  const recognizedAt = Date.parse(text(fields.recognizedAt))
  const sequence = whole(fields.sequence)
  const arrival = {
    visitId: text(fields.visitId) || `unnamed-${sequence ?? receivedAt}`,
    name: fields.name,
    carNumber: fields.carNumber,
    visitCount,
    storeName: text(fields.storeName),
    recognizedAt: Number.isNaN(recognizedAt) ? receivedAt : recognizedAt,
    sequence,
    reads: whole(fields.reads) ?? 1,
    late: fields.late === true,
    mergedInto: text(fields.mergedInto) || null,
    doubtful: fields.doubtful === true,
    productUsed: productUsed(fields.productUsed),
    test: fields.test === true,
  }
  return { type: 'arrival', arrival }
}

function productUsed(value: unknown): ProductUsed | null {
  const fields = asObject(value)
  const productName = text(fields?.productName)
  return productName === '' ? null : { productName, remainingUses: whole(fields?.remainingUses) }
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null

function parseObject(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null
  try {
    return asObject(JSON.parse(data))
  } catch {
    return null // truncated or invalid JSON
  }
}
