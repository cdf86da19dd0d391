import fastifyStatic from '@fastify/static'
import { contract, toAsyncApi, toOpenApi } from '@kingcar/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { entityTag, noneMatch } from './etag.ts'

const page = `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>KingCar API</title>
<link rel="icon" type="image/png" href="/docs/files/favicon-32x32.png">
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`
const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', validatorUrl: null })
`

/** The documents at /openapi.json and /asyncapi.json, and the interactive reference at /docs from files of our own. */
export async function reference(
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
  for (const [path, make] of Object.entries(documents)) {
    let document: { body: Buffer; tag: string } | undefined
    const build = () => {
      const body = Buffer.from(JSON.stringify(make()))
      return { body, tag: entityTag({ body }) }
    }
    app.get(path, (request, reply) => {
      document ??= build()
      reply.headers(options.headers).headers({ 'cache-control': 'no-cache', etag: document.tag })
      if (!noneMatch(request.headers['if-none-match'], document.tag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(document.body)
    })
  }
  app.get('/docs', (_request, reply) => send(reply, 'text/html; charset=utf-8', page))
  app.get('/docs/start.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', start))
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
