import type { FastifyRequest } from 'fastify'

/** Seconds that a response may be late after the deadline of its call. */
const margin = 2

/**
 * Keeps the connection of a request open whose call may take longer than the idle timeout of the server. Node resets
 * the timeout for the next request.
 * @param seconds deadline of the call, or the sum of the deadlines of sequential calls
 */
export function allowSilence({ raw }: FastifyRequest, seconds: number): void {
  raw.socket.setTimeout((seconds + margin) * 1_000)
}
