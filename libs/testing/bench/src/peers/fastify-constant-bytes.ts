import Fastify from 'fastify'

/**
 * The upper bound: Fastify sending a constant buffer (fastify.dev, Reply: "Buffers are sent unmodified"), and nothing
 * else.
 */
const { BODY = '', CONTENT_TYPE = '' } = process.env
const body = Buffer.from(BODY, 'base64')

const app = Fastify()
app.get('/*', (_request, reply) => {
  reply.header('content-type', CONTENT_TYPE).send(body)
})
process.stdout.write(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
