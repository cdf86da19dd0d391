import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@kingcar/contract'
import type { FastifyInstance } from 'fastify'

const prefix = '/dev/portone'

/**
 * Forwards every call under `/dev/portone` unchanged to the payment simulator, so that developers can try any client of
 * the provider. Responds 503 if the simulator does not.
 * @param upstream URL of the simulator
 */
export async function simulatorRoutes(app: FastifyInstance, upstream: string): Promise<void> {
  const { default: proxy } = await import('@fastify/http-proxy') // loaded on demand: production never needs it
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

/** These two headers are about the connection between gateway and simulator. */
const withoutConnection = ({ connection: _1, 'keep-alive': _2, ...headers }: IncomingHttpHeaders) => headers
