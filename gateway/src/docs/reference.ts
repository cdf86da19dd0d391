import fastifyStatic from '@fastify/static'
import { contract, toAsyncApi, toOpenApi } from '@kingcar/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { entityTag, noneMatches } from '../http/etag.ts'
import { page, start, style } from './reference-page.ts'

/** Serves /openapi.json and /asyncapi.json, and the interactive reference at /docs without any third-party host. */
export async function referenceRoutes(
  app: FastifyInstance,
  options: { version: string; folder: string; headers: Record<string, string> },
): Promise<void> {
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.headers(options.headers).header('cache-control', 'no-cache').type(type).send(text)

  const { version } = options
  const documents: Record<string, () => object> = {
    '/openapi.json': () => toOpenApi(contract, { version }),
    '/asyncapi.json': () => toAsyncApi({ version }),
  }
  for (const [path, create] of Object.entries(documents)) {
    let document: { body: Buffer; tag: string } | undefined
    const build = () => {
      const body = Buffer.from(JSON.stringify(create()))
      return { body, tag: entityTag({ body }) }
    }
    app.get(path, (request, reply) => {
      document ??= build()
      reply.headers(options.headers).headers({ 'cache-control': 'no-cache', etag: document.tag })
      if (!noneMatches(request.headers['if-none-match'], document.tag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(document.body)
    })
  }
  app.get('/docs', (_request, reply) => send(reply, 'text/html; charset=utf-8', page))
  app.get('/docs/start.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', start))
  app.get('/docs/style.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', style))
  await app.register(fastifyStatic, {
    root: options.folder,
    prefix: '/docs/files/',
    decorateReply: false,
    maxAge: '1h',
    setHeaders: (reply) => {
      reply.headers(options.headers)
    },
  })
}
