import { type Caller, readSubject } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { translateFrigate } from './frigate.ts'
import { translateHikvision } from './hikvision.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { translatePlateRecognizer } from './plate-recognizer.ts'
import { toReadMessage, type VendorRead } from './vendor-read.ts'

type Operations = typeof contract.recognition

/** Takes a message of OpenALPR or Rekor Scout in. */
export const receiveOpenAlpr = (
  ctx: Pick<Ctx, 'bus'>,
  input: Input<Operations['receiveOpenAlpr']>,
  caller: Caller,
): Promise<null> => appendReads(ctx, 'openalpr', listOf(translateOpenAlpr(input)), caller)

/** Takes a message of Frigate in. */
export const receiveFrigate = (
  ctx: Pick<Ctx, 'bus'>,
  input: Input<Operations['receiveFrigate']>,
  caller: Caller,
): Promise<null> => appendReads(ctx, 'frigate', listOf(translateFrigate(input)), caller)

/** Takes a message of Plate Recognizer Stream in. */
export const receivePlateRecognizer = (ctx: Pick<Ctx, 'bus'>, _input: object, caller: Caller): Promise<null> =>
  appendReads(ctx, 'plateRecognizer', translatePlateRecognizer(textOf(caller)), caller)

/** Takes a message of a Hikvision camera in. */
export const receiveHikvision = (ctx: Pick<Ctx, 'bus'>, _input: object, caller: Caller): Promise<null> =>
  appendReads(ctx, 'hikvision', listOf(translateHikvision(textOf(caller))), caller)

const listOf = (read: VendorRead | undefined): VendorRead[] => (read ? [read] : [])

function textOf({ event }: Caller): string {
  if (!event) throw new AppError('VALIDATION_FAILED')
  return event.text
}

/**
 * Puts a vendor's reads where the device's own would be, so that they take the whole way; answered once they are stored.
 * What is no read is answered, too: a vendor would send it again.
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
