import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { BusRpc, Reply } from '@kingcar/bus'
import { AppError, type CsvPiece, type Operation, route, seoulTime } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckRights } from '../auth/admin-rights.ts'
import type { RevokedSessions } from '../auth/revoked-sessions.ts'
import { callContextOf } from './call-context.ts'

type Context = {
  bus: Pick<BusRpc, 'forward'>
  revokedSessions: RevokedSessions
  checkRights: CheckRights
  log: Logger
}

/** Without it Excel assumes the system's own encoding. */
const byteOrderMark = '\uFEFF'

/**
 * Streams a list as a CSV file with backpressure: each piece is a call with its own deadline, made after the client has
 * read the previous piece. An error after the first piece aborts the connection, so that a partial file never looks
 * complete.
 * @param first reply to the call without a cursor
 */
export function sendCsv(
  op: Operation,
  input: string,
  first: Reply,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): FastifyReply {
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName(op)}"`,
  })
  if (request.method === 'HEAD') return reply.send() // Fastify would read a stream to its end and discard it
  return reply.send(Readable.from(streamPieces(op, input, first, request, context), { objectMode: false }))
}

/** Such as `members-2026-01-31.csv`: the list in the path and the date in Seoul. */
function fileName(op: Operation): string {
  const list = route(op).path.split('/').at(-2)
  return `${list}-${seoulTime(new Date()).slice(0, 'YYYY-MM-DD'.length)}.csv`
}

async function* streamPieces(
  op: Operation,
  input: string,
  first: Reply,
  request: FastifyRequest,
  { bus, revokedSessions, checkRights, log }: Context,
): AsyncGenerator<string> {
  try {
    let piece = parsePiece(first)
    yield byteOrderMark + piece.lines
    while (piece.next !== null) {
      if (request.session && revokedSessions.has(request.session.sessionId)) throw new AppError('UNAUTHENTICATED')
      checkRights(request)
      piece = parsePiece(await bus.forward(op, input, { ...callContextOf(op, request), cursor: piece.next }))
      if (piece.lines !== '') yield piece.lines
    }
  } catch (err) {
    log.warn({ err, operation: op.name, requestId: request.id }, 'CSV export aborted')
    abortConnection(request.raw.socket)
    throw err
  }
}

const parsePiece = ({ body }: Reply): CsvPiece =>
  (JSON.parse(Buffer.from(body).toString()) as { result: CsvPiece }).result

/** An HTTP/1.0 client, such as many proxies, would take a normally closed connection for the end of the file. */
function abortConnection(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
