import { type Caller, readSubject } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { translateFrigate } from './frigate.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { toReadMessage, type VendorRead } from './vendor-read.ts'

type Operations = typeof contract.recognition

/** Takes a message of OpenALPR or Rekor Scout in. */
export const receiveOpenAlpr = (ctx: Ctx, input: Input<Operations['receiveOpenAlpr']>, caller: Caller): Promise<null> =>
  take(ctx, 'openalpr', translateOpenAlpr(input), caller)

/** Takes a message of Frigate in. */
export const receiveFrigate = (ctx: Ctx, input: Input<Operations['receiveFrigate']>, caller: Caller): Promise<null> =>
  take(ctx, 'frigate', translateFrigate(input), caller)

/**
 * Puts a vendor's read where the device's own would be, so that it takes the whole way; answered once it is stored. What
 * is no read is answered, too: a vendor would send it again.
 */
async function take({ bus }: Ctx, vendor: string, read: VendorRead | undefined, { device }: Caller): Promise<null> {
  if (!device) throw new AppError('UNAUTHENTICATED')
  if (!read) return null
  const message = toReadMessage(vendor, device.id, read)
  const subject = readSubject(device.storeId, device.id)
  await bus.append([{ subject, id: message.readId, data: JSON.stringify(message) }])
  return null
}
