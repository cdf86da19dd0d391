import { Readable } from 'node:stream'
import type { ObjectStore, Reply } from '@kingcar/bus'
import { AppError, type contract, type Image, type Result } from '@kingcar/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { entityTag, noneMatches } from '../http/etag.ts'

type ImageAccess = Result<typeof contract.catalog.getImage>

/** File extensions for `Content-Disposition`, whose file name is the image's id, never the uploader's file name. */
const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } satisfies Record<
  Image['contentType'],
  string
>
const isImageType = (contentType: string): contentType is Image['contentType'] => Object.hasOwn(extensions, contentType)
/** A public image may be cached for a minute anywhere. Others are revalidated each time, because access can change. */
const cacheControl = (isPublic: boolean) => (isPublic ? 'public, max-age=60' : 'private, no-cache')
/** Pages of any origin may embed a public image. */
const resourcePolicy = (isPublic: boolean) => (isPublic ? 'cross-origin' : 'same-origin')

/**
 * Streams the image whose object the reply names. An object never changes under its name, so the ETag is a hash of the
 * name. For an object that was just deleted it throws the same error as for an unknown id.
 */
export async function sendImage(
  images: Pick<ObjectStore, 'get'>,
  request: FastifyRequest,
  reply: FastifyReply,
  serviceReply: Reply,
): Promise<FastifyReply> {
  const access = (JSON.parse(Buffer.from(serviceReply.body).toString()) as { result: ImageAccess }).result
  const headers = {
    etag: entityTag({ body: Buffer.from(access.object) }),
    'cache-control': cacheControl(access.public),
    'cross-origin-resource-policy': resourcePolicy(access.public),
  }
  if (!noneMatches(request.headers['if-none-match'], headers.etag)) {
    return reply.headers(headers).removeHeader('content-type').code(304).send()
  }
  const found = await images.get(access.object)
  const { contentType, bytes } = found?.object ?? { contentType: '', bytes: 0 }
  if (!found || !isImageType(contentType)) {
    throw new AppError(request.session ? 'IMAGE_NOT_FOUND' : 'UNAUTHENTICATED') // the same error as for an unknown id
  }
  const { imageId } = request.params as { imageId: string }
  reply.headers({
    ...headers,
    'content-type': contentType,
    'content-length': bytes,
    'content-disposition': `inline; filename="${imageId}.${extensions[contentType]}"`,
  })
  const content = request.method === 'HEAD' ? [] : found.content // Fastify would read a stream to its end and discard it
  return reply.send(Readable.from(content, { objectMode: false }))
}
