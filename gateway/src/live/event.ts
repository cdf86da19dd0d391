import { type LiveEvent, maskName, maskPlate, RecordedVisit } from '@kingcar/contract'
import { Compile } from 'typebox/compile'
import { frame } from './frame.ts'

/** A visit of the stream as it goes out to sockets. */
export type Entry = {
  sequence: number
  visitId: string
  /** The larger one of a visit is the newer. */
  revision: number
  storeId: string
  frame: Buffer
  /** The same for screens in public places; built when the first of them asks. */
  masked: () => Buffer
}

const visitSchema = Compile(RecordedVisit)

/** Reads one message of the stream VISITS. @throws when it is no visit */
export function toEntry(data: Uint8Array, sequence: number): Entry {
  const visit: RecordedVisit = visitSchema.Parse(JSON.parse(Buffer.from(data).toString()))
  const frameOf = (name: string, carNumber: string) => frame(JSON.stringify(eventOf(visit, sequence, name, carNumber)))
  // A guest's name is the same for everybody: nothing in it is personal.
  const maskedName = () => (visit.memberId === null ? visit.name : maskName(visit.name))
  let masked: Buffer | undefined
  return {
    sequence,
    visitId: visit.id,
    revision: visit.revision,
    storeId: visit.storeId,
    frame: frameOf(visit.name, visit.carNumber),
    masked() {
      masked ??= frameOf(maskedName(), maskPlate(visit.carNumber))
      return masked
    },
  }
}

const eventOf = (visit: RecordedVisit, sequence: number, name: string, carNumber: string): LiveEvent => ({
  name,
  carNumber,
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
