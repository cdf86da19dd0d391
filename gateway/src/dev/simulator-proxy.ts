import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@kingcar/contract'
import type { FastifyInstance } from 'fastify'

/** Where developers find the simulated provider of payments. */
const prefix = '/dev/portone'

/**
 * Passes every call under `/dev/portone` on to the simulator as it came, so that any client of the provider can be tried
 * there. Where the simulator does not answer it is 503.
 * @param upstream where the simulator listens
 */
export async function simulatorRoutes(app: FastifyInstance, upstream: string): Promise<void> {
  const { default: proxy } = await import('@fastify/http-proxy') // only here, so that no other start loads it
  await app.register(proxy, {
    upstream,
    prefix,
    rewritePrefix: '/',
    disableRequestLogging: true,
    replyOptions: {
      onError: (reply) => void reply.send(new AppError('UNAVAILABLE')),
      rewriteHeaders: withoutConnection,
    },
  })
}

/** How long its connection lives is between it and us. */
const withoutConnection = ({ connection: _1, 'keep-alive': _2, ...headers }: IncomingHttpHeaders) => headers
