import type { BusObjects, BusRpc, BusStreams } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { type Logger, withinRequest, withinSpan, withTimeLimit } from '@kingcar/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Adapter } from '../adapter/adapters.ts'
import { toReadMessage, type VendorRead, withDirection } from '../adapter/vendor-read.ts'
import type { AuthenticatedDevice } from '../auth/device-basic-auth.ts'
import { discardUpload, receiveEvent } from '../http/multipart-body.ts'
import { callMilliseconds } from './call-context.ts'
import { allowForSlowBody, storePicture } from './multipart-call.ts'
import type { RequestGuards } from './operation-route.ts'

type Context = {
  bus: Pick<BusRpc, 'forward'> & Pick<BusStreams, 'storeRead'> & BusObjects
  headers: Record<string, string>
  log: Logger
}

const envelope = JSON.stringify({ success: true, result: null })

/**
 * Returns the handler of a vendor's webhook: it translates the event, stores its reads in READS in the device's name,
 * and responds once they are stored. No service takes part: so no event is lost while the recognition service is down,
 * even if the camera does not repeat it. An event without a read succeeds too, because the vendor would repeat a failed
 * one.
 */
export function vendorEventHandler(
  { op, vendor, translate }: Adapter,
  context: Context,
  { readInput, checkRateLimit }: Pick<RequestGuards, 'readInput' | 'checkRateLimit'>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const headers = { ...context.headers, 'content-type': 'application/json; charset=utf-8' }

  return async (request, reply) => {
    const input = readInput(request)
    if (checkRateLimit) await checkRateLimit(request)
    const { device } = request
    if (!device) throw new AppError('UNAUTHENTICATED')
    const [reads, imageId] = op.parts ? await readsWithPicture(request) : [translate(input), undefined]
    await append(request, device, reads, imageId)
    return reply.headers(headers).send(envelope)
  }

  /** Returns the reads of an event. Its picture is stored only if there is a read. */
  async function readsWithPicture(request: FastifyRequest): Promise<[VendorRead[], string | undefined]> {
    allowForSlowBody(request)
    const { bus, log } = context
    const { text, picture } = await receiveEvent(op, request, bus.images, log)
    let reads: VendorRead[] = []
    try {
      reads = translate(text)
    } finally {
      if (picture && reads.length === 0) await discardUpload(picture, bus.images, log)
    }
    return [reads, picture && reads.length > 0 ? await storePicture(op, request, picture, context) : undefined]
  }

  async function append(
    request: FastifyRequest,
    { id, storeId, arrivalAngle = null }: AuthenticatedDevice,
    reads: readonly VendorRead[],
    imageId: string | undefined,
  ): Promise<void> {
    if (reads.length === 0) return
    const messages = reads.map((read) => toReadMessage(vendor, id, withDirection(read, arrivalAngle), imageId))
    const storeAll = () =>
      Promise.all(messages.map((read) => context.bus.storeRead(storeId, id, Buffer.from(JSON.stringify(read)))))
    const stored = withinRequest(request.id, () =>
      request.span ? withinSpan(request.span.traceparent, storeAll) : storeAll(),
    )
    // A read that is stored after the response equals its repetition, and so counts once.
    await withTimeLimit<unknown>(callMilliseconds, stored, () => {
      throw new AppError('UNAVAILABLE', { retryAfter: 1 })
    })
  }
}
