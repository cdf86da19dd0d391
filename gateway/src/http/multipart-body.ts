import { randomUUID } from 'node:crypto'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { ObjectStore, Upload } from '@kingcar/bus'
import { AppError, type Detail, imageLimit, malformedBody, mustBeGiven, type Operation } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeText } from './decode-text.ts'
import { parseForm } from './request-body.ts'

/** A vendor's event has a few thousand bytes. */
const maxEventBytes = 256 * 1024

/** More files than one are parsed, because cameras send several pictures and a surplus file must get a named error. */
export const multipartOptions = {
  limits: { files: 8, fields: 20, parts: 24, fieldNameSize: 100, fieldSize: maxEventBytes, fileSize: imageLimit + 1 },
  throwFileSizeLimit: false,
}

/** Prefix of pictures that the owning service has not taken yet; that service also deletes abandoned ones. */
const uploadPrefix = 'uploads/'
const uploadOptions = { contentType: 'application/octet-stream', limit: imageLimit }

const reject = (path: string, ko: string, en: string): never => {
  const detail: Detail = { path, ko, en }
  throw new AppError('VALIDATION_FAILED', { details: [detail] })
}
const missing = (path: string): never => reject(path, mustBeGiven.ko, mustBeGiven.en)
const malformed = (cause: unknown) => new AppError('VALIDATION_FAILED', { details: [malformedBody], cause })

/**
 * Streams the only file of a multipart body into the object store.
 * @throws VALIDATION_FAILED for any other content, or PAYLOAD_TOO_LARGE; nothing stays in the store then
 */
export async function receiveUpload(
  { parts: schema }: Pick<Operation, 'parts'>,
  request: FastifyRequest,
  store: ObjectStore,
  log: Logger,
): Promise<Upload> {
  const [name = ''] = Object.keys(schema?.properties ?? {})
  let upload: Upload | undefined
  try {
    for await (const part of request.parts()) {
      const fieldname: string | undefined = part.fieldname // undefined for a part without a name
      if (fieldname !== name) reject(fieldname ?? '', '알 수 없는 항목이에요.', 'Is not a known field.')
      if (part.type !== 'file') reject(name, '파일로 보내 주세요.', 'Must be a file.')
      else if (upload) reject(name, '파일을 하나만 보내 주세요.', 'Must be one file.')
      else upload = await storeUpload(part, store)
    }
    return upload ?? missing(name)
  } catch (cause) {
    request.raw.unpipe()
    request.raw.resume() // so that a client that is still sending gets the response
    if (upload) await discardUpload(upload, store, log)
    throw toBodyError(cause)
  }
}

/** Deletes an upload that the owning service took or rejected. If that fails, the service deletes it later. */
export async function discardUpload({ name }: Upload, store: ObjectStore, log: Logger): Promise<void> {
  try {
    await store.delete(name)
  } catch (err) {
    log.warn({ err }, 'upload deletion failed, left for cleanup')
  }
}

async function storeUpload({ file }: MultipartFile, store: ObjectStore): Promise<Upload> {
  const { name, sha256 } = await store.put(`${uploadPrefix}${randomUUID()}`, file, uploadOptions)
  return { name, sha256 }
}

/** The parser reports an exceeded limit by status 413, and everything else by messages that quote the body. */
function toBodyError(cause: unknown): unknown {
  if (cause instanceof AppError || !(cause instanceof Error) || cause instanceof TypeError) return cause
  return 'statusCode' in cause && cause.statusCode === 413 ? new AppError('PAYLOAD_TOO_LARGE') : malformed(cause)
}

/** The text of a vendor's event and its largest picture, which shows more than the plate. */
export type ReceivedEvent = { text: string; picture: Upload | undefined }

/** True if an operation receives vendors' events, not a file. */
export const isVendorEvent = (op: Operation): boolean => op.body === 'multipart' && op.unknownFields === 'ignore'

/** Accepts events without a picture, which vendors send as XML, JSON or a form field. The body stays a stream here. */
export function acceptPlainEvents(app: FastifyInstance): void {
  const types = ['application/json', 'application/xml', 'text/xml', formType]
  app.addContentTypeParser(types, (_request, payload, done) => done(null, payload))
}
const formType = 'application/x-www-form-urlencoded'

async function readPlainEvent(name: string, request: FastifyRequest): Promise<string> {
  const body = await readAll((request.body ?? []) as AsyncIterable<Buffer>) // undefined for an empty body
  const type = request.headers['content-type']
  const text = type?.startsWith(formType) ? parseForm(body)[name] : decodeText(body, type)
  return typeof text === 'string' && text !== '' ? text : missing(name)
}

/**
 * Reads a vendor's event: from a field or file of a multipart body, together with its largest picture, or from the whole
 * body. If the picture cannot be stored, the event is still returned.
 * @throws VALIDATION_FAILED without an event, or PAYLOAD_TOO_LARGE
 */
export async function receiveEvent(
  { parts: schema }: Pick<Operation, 'parts'>,
  request: FastifyRequest,
  store: ObjectStore,
  log: Logger,
): Promise<ReceivedEvent> {
  const [name = ''] = Object.keys(schema?.properties ?? {})
  let text: string | undefined
  let picture: (Upload & { bytes: number }) | undefined
  try {
    if (!request.isMultipart()) return { text: await readPlainEvent(name, request), picture }
    for await (const part of request.parts()) {
      if (isEventPart(part, name)) text ??= await readText(part)
      else if (part.type === 'file') picture = await keepLarger(picture, await tryToStorePicture(part, store, log))
    }
    return { text: text ?? missing(name), picture }
  } catch (cause) {
    request.raw.unpipe()
    request.raw.resume()
    if (picture) await discardUpload(picture, store, log)
    throw toBodyError(cause)
  }

  async function keepLarger(one: typeof picture, other: typeof picture): Promise<typeof picture> {
    if (!one || !other) return one ?? other
    const [larger, smaller] = one.bytes >= other.bytes ? [one, other] : [other, one]
    await discardUpload(smaller, store, log)
    return larger
  }
}

/** Cameras name the part after a file such as `anpr.xml`, whether they send it as a file or as a field; some send JSON. */
const isEventPart = (part: Multipart, name: string): boolean =>
  part.fieldname === name ||
  (name === 'anpr' && (/xml|json/.test(part.mimetype) || /\.(xml|json)$/i.test(`${part.fieldname}`)))

async function readText(part: Multipart): Promise<string> {
  if (part.type === 'field') {
    if (part.valueTruncated) throw new AppError('PAYLOAD_TOO_LARGE')
    return typeof part.value === 'string' ? part.value : JSON.stringify(part.value) // the parser has parsed JSON already
  }
  return decodeText(await readAll(part.file as AsyncIterable<Buffer>))
}

async function readAll(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of source) {
    length += piece.length
    if (length > maxEventBytes) throw new AppError('PAYLOAD_TOO_LARGE')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function tryToStorePicture({ file }: MultipartFile, store: ObjectStore, log: Logger) {
  try {
    const content = file.iterator({ destroyOnReturn: false }) // keeps the stream open, so that the following parts can be read
    const { name, sha256, bytes } = await store.put(`${uploadPrefix}${randomUUID()}`, content, uploadOptions)
    return { name, sha256, bytes }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    log.warn({ code: cause.code }, 'event picture rejected, event kept')
    file.resume()
    return undefined
  }
}
