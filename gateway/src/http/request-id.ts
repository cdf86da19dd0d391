import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The request's own id when it is well formed, else a new one. */
export function requestIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,128}$/.test(given) ? given : randomUUID()
}
