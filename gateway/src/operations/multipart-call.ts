import type { BusObjects, BusRpc, Caller, Reply, Upload } from '@kingcar/bus'
import { contract, type Operation } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyRequest } from 'fastify'
import { allowSilence } from '../http/allow-silence.ts'
import { discardUpload, receiveUpload } from '../http/multipart-body.ts'
import { callContextOf } from './call-context.ts'

type Context = { bus: Pick<BusRpc, 'forward'> & BusObjects; log: Logger }

const { uploadRecognitionImage } = contract.catalog

/**
 * Extends the idle timeout for the time in which the body is received and stored: first the picture, then the event.
 */
export const allowForSlowBody = (request: FastifyRequest): void =>
  allowSilence(request, uploadRecognitionImage.timeoutSeconds)

/** Calls an operation with a multipart body: stores the file first, and deletes it after the call. */
export async function callWithMultipartBody(
  op: Operation,
  input: string,
  request: FastifyRequest,
  context: Context,
): Promise<Reply> {
  allowForSlowBody(request)
  const upload = await receiveUpload(op, request, context.bus.images, context.log)
  return forwardUpload(op, input, callContextOf(op, request), upload, context)
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
export async function storePicture(
  op: Operation,
  request: FastifyRequest,
  picture: Upload,
  context: Context,
): Promise<string | undefined> {
  // The context of the webhook's operation, not of the upload: a malformed header that only an upload uses must not
  // fail the event.
  const caller = { ...callContextOf(op, request), idempotencyKey: `picture-${picture.sha256}` }
  try {
    const { body } = await forwardUpload(uploadRecognitionImage, '{}', caller, picture, context)
    return (JSON.parse(Buffer.from(body).toString()) as { result: { id: string } }).result.id
  } catch (err) {
    context.log.warn({ err, requestId: request.id }, 'event picture not stored, event kept')
    return undefined
  }
}
