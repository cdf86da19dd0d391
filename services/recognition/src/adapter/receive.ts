import { type Caller, readSubject } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { translateFrigate } from './frigate.ts'
import { translateHikvision } from './hikvision.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { translatePlateRecognizer } from './plate-recognizer.ts'
import { toReadMessage, type VendorRead } from './vendor-read.ts'

type Operations = typeof contract.recognition

/** Webhook of OpenALPR and Rekor Scout. */
export const receiveOpenAlpr = (
  ctx: Pick<Ctx, 'bus'>,
  input: Input<Operations['receiveOpenAlpr']>,
  caller: Caller,
): Promise<null> => appendReads(ctx, 'openalpr', listOf(translateOpenAlpr(input)), caller)

/** Webhook of Frigate. */
export const receiveFrigate = (
  ctx: Pick<Ctx, 'bus'>,
  input: Input<Operations['receiveFrigate']>,
  caller: Caller,
): Promise<null> => appendReads(ctx, 'frigate', listOf(translateFrigate(input)), caller)

/** Webhook of Plate Recognizer Stream. */
export const receivePlateRecognizer = (ctx: Pick<Ctx, 'bus'>, _input: object, caller: Caller): Promise<null> =>
  appendReads(ctx, 'plateRecognizer', translatePlateRecognizer(textOf(caller)), caller)

/** Webhook of Hikvision cameras. */
export const receiveHikvision = (ctx: Pick<Ctx, 'bus'>, _input: object, caller: Caller): Promise<null> =>
  appendReads(ctx, 'hikvision', listOf(translateHikvision(textOf(caller))), caller)

const listOf = (read: VendorRead | undefined): VendorRead[] => (read ? [read] : [])

function textOf({ event }: Caller): string {
  if (!event) throw new AppError('VALIDATION_FAILED')
  return event.text
}

/**
 * Appends a vendor's reads to READS on the device's subject; returns once they are stored. Messages without a read
 * succeed too, because the vendor would repeat a failed one.
 */
async function appendReads(
  { bus }: Pick<Ctx, 'bus'>,
  vendor: string,
  reads: VendorRead[],
  { device, event }: Caller,
): Promise<null> {
  if (!device) throw new AppError('UNAUTHENTICATED')
  const subject = readSubject(device.storeId, device.id)
  const messages = reads.map((read) => toReadMessage(vendor, device.id, read, event?.imageId))
  await bus.append(messages.map((message) => ({ subject, id: message.readId, data: JSON.stringify(message) })))
  return null
}
