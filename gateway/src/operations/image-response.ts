import { Readable } from 'node:stream'
import type { ObjectStore, Reply } from '@kingcar/bus'
import { AppError, type contract, type Image, type Result } from '@kingcar/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { entityTag, noneMatch } from '../http/etag.ts'

type Decision = Result<typeof contract.catalog.getImage>

/** Types of what is sent, and the ends of their names: a picture is saved under its id, never under its sender's name. */
const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } satisfies Record<
  Image['contentType'],
  string
>
const isPicture = (contentType: string): contentType is Image['contentType'] => Object.hasOwn(extensions, contentType)
/** What everybody sees may be kept a minute anywhere; the rest is asked for each time, since who may see it can change. */
const caching = (isPublic: boolean) => (isPublic ? 'public, max-age=60' : 'private, no-cache')
/** What everybody sees may stand in pages of any origin. */
const policy = (isPublic: boolean) => (isPublic ? 'cross-origin' : 'same-origin')

/**
 * Sends the picture whose object the answer names, as it is read. A name stands for the same bytes for ever, so it makes
 * the tag. Fails as for an unknown id where it has just gone.
 */
export async function sendImage(
  images: Pick<ObjectStore, 'get'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Reply,
): Promise<FastifyReply> {
  const decision = (JSON.parse(Buffer.from(answer.body).toString()) as { result: Decision }).result
  const headers = {
    etag: entityTag({ body: Buffer.from(decision.object) }),
    'cache-control': caching(decision.public),
    'cross-origin-resource-policy': policy(decision.public),
  }
  if (!noneMatch(request.headers['if-none-match'], headers.etag)) {
    return reply.headers(headers).removeHeader('content-type').code(304).send()
  }
  const found = await images.get(decision.object)
  const { contentType, bytes } = found?.object ?? { contentType: '', bytes: 0 }
  if (!found || !isPicture(contentType)) {
    throw new AppError(request.session ? 'IMAGE_NOT_FOUND' : 'UNAUTHENTICATED') // as for an id that nobody knows
  }
  const { imageId } = request.params as { imageId: string }
  reply.headers({
    ...headers,
    'content-type': contentType,
    'content-length': bytes,
    'content-disposition': `inline; filename="${imageId}.${extensions[contentType]}"`,
  })
  const content = request.method === 'HEAD' ? [] : found.content // which would be read to its end and thrown away
  return reply.send(Readable.from(content, { objectMode: false }))
}
