import { type LiveEvent, maskName, maskPlate, RecordedVisit } from '@kingcar/contract'
import { compiled } from '@kingcar/runtime'
import { encodeFrame, framePayload } from './frame.ts'

/** A visit of the stream as it goes out to sockets. */
export type RingEntry = {
  sequence: number
  visitId: string
  /** The larger one of a visit is the newer. */
  revision: number
  storeId: string
  frame: Buffer
  /** The same for screens in public places; built when the first of them asks. */
  masked: () => Buffer
}

/** Reads one message of the stream VISITS. @throws when it is no visit */
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

/** Of thousands that are kept few are ever asked for masked: the frame is all that they hold on to. */
function maskedOnce(bytes: Buffer, isMember: boolean): () => Buffer {
  let masked: Buffer | undefined
  return () => {
    masked ??= mask(bytes, isMember)
    return masked
  }
}

/** A guest's name is the same for everybody: nothing in it is personal. */
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
  ...(visit.test && { test: visit.test }),
})
