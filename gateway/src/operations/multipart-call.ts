import type { BusObjects, BusRpc, Caller, Reply, Upload } from '@kingcar/bus'
import { contract, type Operation } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyRequest } from 'fastify'
import { discardUpload, isVendorEvent, receiveEvent, receiveUpload } from '../http/multipart-body.ts'
import { callContextOf } from './call-context.ts'

type Context = { bus: Pick<BusRpc, 'forward'> & BusObjects; log: Logger }

const { uploadRecognitionImage } = contract.catalog
/** Socket timeout of a call: the picture is stored first, and then the event. */
const idleMilliseconds = (uploadRecognitionImage.timeoutSeconds + 2) * 1_000

/** Calls an operation with a multipart body: stores the file first, and deletes it after the call. */
export async function callWithMultipartBody(
  op: Operation,
  input: string,
  request: FastifyRequest,
  context: Context,
): Promise<Reply> {
  request.raw.socket.setTimeout(idleMilliseconds) // Node resets it for the next request
  const { bus, log } = context
  if (!isVendorEvent(op)) {
    const upload = await receiveUpload(op, request, bus.images, log)
    return forwardUpload(op, input, callContextOf(op, request), upload, context)
  }
  const { text, picture } = await receiveEvent(op, request, bus.images, log)
  const imageId = picture && (await storePicture(op, request, picture, context))
  return bus.forward(op, input, { ...callContextOf(op, request), event: { text, ...(imageId && { imageId }) } })
}

async function forwardUpload(
  op: Operation,
  input: string,
  caller: Caller,
  { name, sha256 }: Upload,
  { bus, log }: Context,
): Promise<Reply> {
  const upload = { name, sha256 }
  try {
    return await bus.forward(op, input, { ...caller, upload })
  } finally {
    await discardUpload(upload, bus.images, log)
  }
}

/** Stores the picture of an event, once even if the event is repeated. Returns undefined if that fails. */
async function storePicture(
  op: Operation,
  request: FastifyRequest,
  picture: Upload,
  context: Context,
): Promise<string | undefined> {
  // Context of the webhook's operation, so that a malformed header that only the upload uses cannot fail the event.
  const caller = { ...callContextOf(op, request), idempotencyKey: `picture-${picture.sha256}` }
  try {
    const { body } = await forwardUpload(uploadRecognitionImage, '{}', caller, picture, context)
    return (JSON.parse(Buffer.from(body).toString()) as { result: { id: string } }).result.id
  } catch (err) {
    context.log.warn({ err, requestId: request.id }, 'event picture not stored, event kept')
    return undefined
  }
}
