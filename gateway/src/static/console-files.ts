import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Paths that belong to the API and its tools: nothing of the console is ever answered there. */
const reserved = /^\/(?:api|admin\/api|docs|dev)(?:[/?]|$)|^\/openapi\.json/
/** The build puts files whose names hold a hash of their content here. */
const hashed = '/assets/'

/** Serves the console's build: hashed files for ever, everything else asked for again each time. */
export async function consoleRoutes(
  app: FastifyInstance,
  { folder, headers }: { folder: string; headers: Record<string, string> },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore', // what the build or a version control keeps for itself is nobody else's
    setHeaders: (reply, path) => {
      const forever = path.slice(folder.length).startsWith(hashed)
      reply.headers({ ...headers, 'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache' })
      if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8') // the plugin names no encoding of XML
    },
  })
}

/** Whether a path that has no file is one of the console's own pages. */
export function isConsolePage(request: FastifyRequest): boolean {
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  return wantsPage && (request.method === 'GET' || request.method === 'HEAD') && !reserved.test(request.url)
}

/** The one page of the console, which reads its path itself. */
export const sendConsolePage = (reply: FastifyReply) => reply.sendFile('index.html')
