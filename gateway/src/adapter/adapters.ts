import { contract, type Input, type Operation } from '@kingcar/contract'
import { translateFrigate } from './frigate.ts'
import { translateHikvision } from './hikvision.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { translatePlateRecognizer } from './plate-recognizer.ts'
import type { VendorRead } from './vendor-read.ts'

const { receiveFrigate, receiveHikvision, receiveOpenAlpr, receivePlateRecognizer } = contract.gateway

/** How the webhook of a vendor becomes reads. */
export type Adapter = {
  op: Operation
  /** A part of the ids of the vendor's reads: never change it. */
  vendor: string
  /**
   * The reads of a message; empty for one that is ignored.
   * @param text of the event in a multipart body, else the validated input as JSON
   * @throws AppError VALIDATION_FAILED with the vendor's name of the field
   */
  translate: (text: string) => VendorRead[]
}

const listOf = (read: VendorRead | undefined): VendorRead[] => (read ? [read] : [])

export const adapters: readonly Adapter[] = [
  {
    op: receiveOpenAlpr,
    vendor: 'openalpr',
    translate: (text) => listOf(translateOpenAlpr(JSON.parse(text) as Input<typeof receiveOpenAlpr>)),
  },
  {
    op: receiveFrigate,
    vendor: 'frigate',
    translate: (text) => listOf(translateFrigate(JSON.parse(text) as Input<typeof receiveFrigate>)),
  },
  { op: receivePlateRecognizer, vendor: 'plateRecognizer', translate: translatePlateRecognizer },
  { op: receiveHikvision, vendor: 'hikvision', translate: (text) => listOf(translateHikvision(text)) },
]
