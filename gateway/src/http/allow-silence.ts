import type { FastifyRequest } from 'fastify'

/** Seconds by which a response may be later than the deadline of its call. */
const margin = 2

/**
 * Keeps the connection of a request whose call may take longer than the server lets a connection be silent. Node resets this for the
 * next request.
 * @param seconds deadline of the call, or of all its calls that are made one after the other
 */
export function allowSilence({ raw }: FastifyRequest, seconds: number): void {
  raw.socket.setTimeout((seconds + margin) * 1_000)
}
