import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Paths of the API and its tools, at which the console is never served. */
const reserved = /^\/(?:api|admin\/api|docs|dev)(?:[/?]|$)|^\/openapi\.json/
/** The build writes files with a content hash in their name here. */
const hashed = '/assets/'

/** Serves the built console: hashed files are cached forever, all others are revalidated each time. */
export async function consoleRoutes(
  app: FastifyInstance,
  { folder, headers }: { folder: string; headers: Record<string, string> },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore', // files of the build or of version control are private
    setHeaders: (reply, path) => {
      const forever = path.slice(folder.length).startsWith(hashed)
      reply.headers({ ...headers, 'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache' })
      if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8') // the plugin sets no charset for XML
    },
  })
}

/** True if a path without a file is a page of the console, which has client-side routing. */
export function isConsolePage(request: FastifyRequest): boolean {
  const acceptsHtml = request.headers.accept?.includes('text/html') ?? false
  return acceptsHtml && (request.method === 'GET' || request.method === 'HEAD') && !reserved.test(request.url)
}

export const sendConsolePage = (reply: FastifyReply) => reply.sendFile('index.html')
