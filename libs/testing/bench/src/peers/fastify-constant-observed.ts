import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { pino } from 'pino'
import { Histogram } from 'prom-client'

/**
 * Fastify sending a constant buffer, with what every response of a product needs: its headers and ETag, a request id, a
 * metric, a rate limit and a log line. Each as its own documentation recommends: fastify.dev, Server: `genReqId`
 * "should return a string"; @fastify/rate-limit: "Global limit … `max`, `timeWindow`", with its headers switched off;
 * prom-client: "Histograms track sizes and frequency of events", observed when the response is done (fastify.dev,
 * Hooks: "onResponse … useful for … gathering statistics"); pino, Asynchronous Logging: "enables the minimum overhead
 * of Pino", lines in batches of `minLength`.
 */
const { BODY = '', HEADERS = '{}', LOG = '/dev/null' } = process.env
const body = Buffer.from(BODY, 'base64')
const headers = JSON.parse(HEADERS) as Record<string, string>
const { etag } = headers

const log = pino({ name: 'peer', base: null }, pino.destination({ dest: LOG, sync: false, minLength: 4096 }))
const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the request to the end of its response',
  labelNames: ['operation', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
})

const app = Fastify({ genReqId: ({ headers: given }) => (given['x-request-id'] as string | undefined) ?? randomUUID() })
await app.register(rateLimit, {
  max: 1_000_000,
  timeWindow: 60_000,
  cache: 50_000,
  addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
})
app.addHook('onResponse', (request, reply, done) => {
  duration.observe({ operation: 'constant', status: reply.statusCode }, reply.elapsedTime / 1_000)
  log.info({ requestId: request.id, operation: 'constant', status: reply.statusCode, ms: reply.elapsedTime }, 'request')
  done()
})
app.get('/*', (request, reply) => {
  reply.headers(headers).header('x-request-id', request.id)
  if (request.headers['if-none-match'] === etag) {
    reply.removeHeader('content-type').code(304).send()
    return
  }
  reply.send(body)
})
process.stdout.write(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
