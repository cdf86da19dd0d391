import { type Caller, readSubject } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { translateFrigate } from './frigate.ts'
import { translateHikvision } from './hikvision.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { translatePlateRecognizer } from './plate-recognizer.ts'
import { toReadMessage, type VendorRead } from './vendor-read.ts'

type Operations = typeof contract.recognition
type Deps = Pick<Ctx, 'bus' | 'presence'>

/** Webhook of OpenALPR and Rekor Scout. */
export const receiveOpenAlpr = (
  ctx: Deps,
  input: Input<Operations['receiveOpenAlpr']>,
  caller: Caller,
): Promise<null> => receive(ctx, 'openalpr', caller, () => listOf(translateOpenAlpr(input)))

/** Webhook of Frigate. */
export const receiveFrigate = (ctx: Deps, input: Input<Operations['receiveFrigate']>, caller: Caller): Promise<null> =>
  receive(ctx, 'frigate', caller, () => listOf(translateFrigate(input)))

/** Webhook of Plate Recognizer Stream. */
export const receivePlateRecognizer = (ctx: Deps, _input: object, caller: Caller): Promise<null> =>
  receive(ctx, 'plateRecognizer', caller, () => translatePlateRecognizer(textOf(caller)))

/** Webhook of Hikvision cameras. */
export const receiveHikvision = (ctx: Deps, _input: object, caller: Caller): Promise<null> =>
  receive(ctx, 'hikvision', caller, () => listOf(translateHikvision(textOf(caller))))

const listOf = (read: VendorRead | undefined): VendorRead[] => (read ? [read] : [])

function textOf({ event }: Caller): string {
  if (!event) throw new AppError('VALIDATION_FAILED')
  return event.text
}

/**
 * Appends a vendor's reads to READS on the device's subject; returns once they are stored. Messages without a read
 * succeed too, because the vendor would repeat a failed one. Each message is a sign of life of its device, and a rejected
 * one is its last error.
 */
async function receive(
  { bus, presence }: Deps,
  vendor: string,
  { device, event }: Caller,
  translate: () => VendorRead[],
): Promise<null> {
  if (!device) throw new AppError('UNAUTHENTICATED')
  const seenAt = Date.now()
  const reads = orNote(translate, (field) => presence.note(device.id, { seenAt, error: `field:${field}` }))
  presence.note(device.id, { seenAt })
  const subject = readSubject(device.storeId, device.id)
  const messages = reads.map((read) => toReadMessage(vendor, device.id, read, event?.imageId))
  await bus.append(messages.map((message) => ({ subject, id: message.readId, data: JSON.stringify(message) })))
  return null
}

/** Reports the field for which a message is rejected, and rejects it. */
function orNote<T>(translate: () => T, note: (field: string) => void): T {
  try {
    return translate()
  } catch (error) {
    if (error instanceof AppError) note(error.details?.[0]?.path ?? '')
    throw error
  }
}
