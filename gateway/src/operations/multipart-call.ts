import type { BusObjects, BusRpc, Caller, Reply, Upload } from '@kingcar/bus'
import { contract, type Operation } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyRequest } from 'fastify'
import { discardUpload, isEvent, receiveEvent, receiveUpload } from '../http/multipart-body.ts'
import { callerOf } from './call-context.ts'

type Context = { bus: Pick<BusRpc, 'forward'> & BusObjects; log: Logger }

const { uploadRecognitionImage } = contract.catalog
/** Milliseconds that a camera's connection may be silent for: its picture is taken in, and then its read. */
const silence = (uploadRecognitionImage.waits + 2) * 1_000

/** Calls an operation that takes a multipart body: the body is put aside first, and what is left of it goes afterwards. */
export async function callWithParts(
  op: Operation,
  input: string,
  request: FastifyRequest,
  context: Context,
): Promise<Reply> {
  request.raw.socket.setTimeout(silence) // Node sets it back for the next request
  const { bus, log } = context
  if (!isEvent(op)) {
    const upload = await receiveUpload(op, request, bus.images, log)
    return forwardUpload(op, input, callerOf(op, request), upload, context)
  }
  const { text, picture } = await receiveEvent(op, request, bus.images, log)
  const imageId = picture && (await takePicture(op, request, picture, context))
  return bus.forward(op, input, { ...callerOf(op, request), event: { text, ...(imageId && { imageId }) } })
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

/** Stores the picture of a read, once however often it comes. The read goes on without one that cannot be stored. */
async function takePicture(
  op: Operation,
  request: FastifyRequest,
  picture: Upload,
  context: Context,
): Promise<string | undefined> {
  // The webhook's own caller: a header that the webhook does not read must not cost it its read.
  const caller = { ...callerOf(op, request), idempotencyKey: `picture-${picture.sha256}` }
  try {
    const { body } = await forwardUpload(uploadRecognitionImage, '{}', caller, picture, context)
    return (JSON.parse(Buffer.from(body).toString()) as { result: { id: string } }).result.id
  } catch (err) {
    context.log.warn({ err, requestId: request.id }, 'the picture of a read was not stored')
    return undefined
  }
}
