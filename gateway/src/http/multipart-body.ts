import { randomUUID } from 'node:crypto'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { ObjectStore, Upload } from '@kingcar/bus'
import { AppError, type Detail, imageLimit, malformedBody, mustBeGiven, type Operation } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseForm } from './request-body.ts'

/** Bytes of a vendor's event, which are some thousand. */
const maxEventBytes = 256 * 1024

/** Bounds of a multipart body: more files than are taken, for cameras that send several pictures and so that one too many is named. */
export const multipartOptions = {
  limits: { files: 8, fields: 20, parts: 24, fieldNameSize: 100, fieldSize: maxEventBytes, fileSize: imageLimit + 1 },
  throwFileSizeLimit: false,
}

/** Where pictures wait until their owner has taken them; one that is left behind is swept by its owner. */
const uploadPrefix = 'uploads/'
const uploadOptions = { contentType: 'application/octet-stream', limit: imageLimit }

const reject = (path: string, ko: string, en: string): never => {
  const detail: Detail = { path, ko, en }
  throw new AppError('VALIDATION_FAILED', { details: [detail] })
}
const missing = (path: string): never => reject(path, mustBeGiven.ko, mustBeGiven.en)
const malformed = (cause: unknown) => new AppError('VALIDATION_FAILED', { details: [malformedBody], cause })

/**
 * Takes the one file of a multipart body, piece by piece as it comes, and puts it aside. Fails with VALIDATION_FAILED for
 * anything else than that file, and with PAYLOAD_TOO_LARGE; nothing stays then.
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
      const fieldname: string | undefined = part.fieldname // a part may come without a name
      if (fieldname !== name) reject(fieldname ?? '', '알 수 없는 항목이에요.', 'Is not a known field.')
      if (part.type !== 'file') reject(name, '파일로 보내 주세요.', 'Must be a file.')
      else if (upload) reject(name, '파일을 하나만 보내 주세요.', 'Must be one file.')
      else upload = await storeUpload(part, store)
    }
    return upload ?? missing(name)
  } catch (cause) {
    request.raw.unpipe()
    request.raw.resume() // whoever sends the rest still hears the answer
    if (upload) await discardUpload(upload, store, log)
    throw toBodyError(cause)
  }
}

/** Removes what its owner has taken or refused; what cannot be removed now is swept. */
export async function discardUpload({ name }: Upload, store: ObjectStore, log: Logger): Promise<void> {
  try {
    await store.delete(name)
  } catch (err) {
    log.warn({ err }, 'an upload stays until it is swept')
  }
}

async function storeUpload({ file }: MultipartFile, store: ObjectStore): Promise<Upload> {
  const { name, sha256 } = await store.put(`${uploadPrefix}${randomUUID()}`, file, uploadOptions)
  return { name, sha256 }
}

/** The parser tells a limit by its status, and everything else in words that quote the body. */
function toBodyError(cause: unknown): unknown {
  if (cause instanceof AppError || !(cause instanceof Error) || cause instanceof TypeError) return cause
  return 'statusCode' in cause && cause.statusCode === 413 ? new AppError('PAYLOAD_TOO_LARGE') : malformed(cause)
}

/** A text of a vendor's event, and the largest of its pictures: the one that shows more than the plate. */
export type ReceivedEvent = { text: string; picture: Upload | undefined }

/** Whether an operation takes vendors' events, and not a file. */
export const isVendorEvent = (op: Operation): boolean => op.body === 'multipart' && op.unknownFields === 'ignore'

/** Vendors send an event that has no picture alone: as XML, as JSON, or as the one field of a form. It is read with its limit. */
export function acceptPlainEvents(app: FastifyInstance): void {
  const types = ['application/json', 'application/xml', 'text/xml', formType]
  app.addContentTypeParser(types, (_request, payload, done) => done(null, payload))
}
const formType = 'application/x-www-form-urlencoded'

async function readPlainEvent(name: string, request: FastifyRequest): Promise<string> {
  const body = await readAll((request.body ?? []) as AsyncIterable<Buffer>) // none where nothing was sent
  const isForm = request.headers['content-type']?.startsWith(formType)
  const text = isForm ? parseForm(body)[name] : body.toString()
  return typeof text === 'string' && text !== '' ? text : missing(name)
}

/**
 * Takes the event of a vendor's body: where that is multipart, a field or a file whatever it is called, and one of its pictures,
 * else the whole of it. A picture that cannot be put aside does not lose the event. Fails with VALIDATION_FAILED where there is no event.
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

/** Cameras name the part after the file that it would be, with or without calling it one. */
const isEventPart = (part: Multipart, name: string): boolean =>
  part.fieldname === name || (name === 'anpr' && (/xml/.test(part.mimetype) || /\.xml$/i.test(`${part.fieldname}`)))

async function readText(part: Multipart): Promise<string> {
  if (part.type === 'field') {
    if (part.valueTruncated) throw new AppError('PAYLOAD_TOO_LARGE')
    return typeof part.value === 'string' ? part.value : JSON.stringify(part.value) // the parser reads JSON by itself
  }
  return (await readAll(part.file as AsyncIterable<Buffer>)).toString()
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
    const content = file.iterator({ destroyOnReturn: false }) // what follows it is read all the same
    const { name, sha256, bytes } = await store.put(`${uploadPrefix}${randomUUID()}`, content, uploadOptions)
    return { name, sha256, bytes }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    log.warn({ code: cause.code }, 'the picture of a read was not taken')
    file.resume()
    return undefined
  }
}
