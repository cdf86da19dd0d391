import { Readable } from 'node:stream'
import type { Answer, ObjectStore } from '@kingcar/bus'
import { AppError, type contract, Image, type Result } from '@kingcar/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { entityTag, noneMatch } from './etag.ts'

type Decision = Result<typeof contract.catalog.getImage>

const contentTypes: readonly string[] = Image.properties.contentType.enum
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
  answer: Answer,
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
  if (!found || !contentTypes.includes(found.object.contentType)) {
    throw new AppError(request.session ? 'IMAGE_NOT_FOUND' : 'UNAUTHENTICATED') // as for an id that nobody knows
  }
  reply.headers({ ...headers, 'content-type': found.object.contentType, 'content-length': found.object.bytes })
  const content = request.method === 'HEAD' ? [] : found.content // which would be read to its end and thrown away
  return reply.send(Readable.from(content, { objectMode: false }))
}
