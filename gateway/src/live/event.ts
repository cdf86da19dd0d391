import { type LiveEvent, maskName, maskPlate, RecordedVisit } from '@kingcar/contract'
import { compiled } from '@kingcar/runtime'
import { encodeFrame, framePayload } from './frame.ts'

/** A visit of the stream, encoded for the sockets. */
export type RingEntry = {
  sequence: number
  visitId: string
  /** Increases with each change of the visit. */
  revision: number
  storeId: string
  frame: Buffer
  /** The frame with masked name and plate, for screens in public; built on first use. */
  masked: () => Buffer
}

/** Decodes one message of the stream VISITS. @throws when it is not a visit */
export function toRingEntry(data: Uint8Array, sequence: number): RingEntry {
  const visit: RecordedVisit = compiled(RecordedVisit).Parse(JSON.parse(Buffer.from(data).toString())) as RecordedVisit
  const bytes = encodeFrame(JSON.stringify(eventOf(visit, sequence)))
  return {
    sequence,
    visitId: visit.id,
    revision: visit.revision,
    storeId: visit.storeId,
    frame: bytes,
    masked: maskedOnce(bytes, visit.memberId !== null),
  }
}

/** Few of the thousands of entries are ever masked, so an entry keeps only its frame and masks on demand. */
function maskedOnce(bytes: Buffer, isMember: boolean): () => Buffer {
  let masked: Buffer | undefined
  return () => {
    masked ??= mask(bytes, isMember)
    return masked
  }
}

/** The name of a guest is a fixed word and needs no mask. */
function mask(bytes: Buffer, isMember: boolean): Buffer {
  const event = JSON.parse(framePayload(bytes).toString()) as LiveEvent
  if (isMember) event.name = maskName(event.name)
  event.carNumber = maskPlate(event.carNumber)
  return encodeFrame(JSON.stringify(event))
}

const eventOf = (visit: RecordedVisit, sequence: number): LiveEvent => ({
  name: visit.name,
  carNumber: visit.carNumber,
  visitCount: visit.visitCount,
  visitId: visit.id,
  storeId: visit.storeId,
  storeName: visit.storeName,
  recognizedAt: visit.recognizedAt,
  sequence,
  late: visit.late,
  reads: visit.reads,
  productUsed: visit.productUsed,
  ...(visit.mergedInto === null ? {} : { mergedInto: visit.mergedInto }),
  ...(visit.doubtful && { doubtful: visit.doubtful }),
  ...(visit.test && { test: visit.test }),
})
