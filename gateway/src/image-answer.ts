import { Readable } from 'node:stream'
import type { Answer, ObjectStore } from '@kingcar/bus'
import { AppError, Image } from '@kingcar/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { entityTag, noneMatch } from './etag.ts'

const contentTypes: readonly string[] = Image.properties.contentType.enum

/**
 * Sends the picture whose object the answer names, as it is read. A name stands for the same bytes for ever, so it makes
 * the tag; a browser asks each time all the same, since who may see the picture can change. Fails with IMAGE_NOT_FOUND.
 */
export async function sendImage(
  images: ObjectStore,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  const tag = entityTag(answer)
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  if (!noneMatch(request.headers['if-none-match'], tag)) return reply.removeHeader('content-type').code(304).send()
  const { result } = JSON.parse(Buffer.from(answer.body).toString()) as { result: string }
  const found = await images.get(result)
  if (!found || !contentTypes.includes(found.object.contentType)) throw new AppError('IMAGE_NOT_FOUND')
  reply.headers({ 'content-type': found.object.contentType, 'content-length': found.object.bytes })
  return reply.send(Readable.from(found.content, { objectMode: false }))
}
