import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { BusRpc, Reply } from '@kingcar/bus'
import { AppError, type CsvPiece, type Operation, route, seoulTime } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndedSessions } from '../auth/revoked-sessions.ts'
import { callerOf } from './call-context.ts'

type Context = { bus: Pick<BusRpc, 'forward'>; sessions: EndedSessions; log: Logger }

/** Excel takes a file without it for one in the system's own encoding. */
const byteOrderMark = '\uFEFF'

/**
 * Sends a list as a CSV file, piece by piece as its reader takes them: the next is asked for when the one before is on its
 * way, each as a call with a deadline of its own. What fails later than the first piece cuts the connection, so that no part
 * of a file looks like the whole.
 * @param first the answer to the call without a cursor
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
  if (request.method === 'HEAD') return reply.send() // a stream would be read to its end and thrown away
  return reply.send(Readable.from(piecesOf(op, input, first, request, context), { objectMode: false }))
}

/** `members-2026-01-31.csv`, by the list that the path names and the day in Seoul. */
function fileName(op: Operation): string {
  const list = route(op).path.split('/').at(-2)
  return `${list}-${seoulTime(new Date()).slice(0, 'YYYY-MM-DD'.length)}.csv`
}

async function* piecesOf(
  op: Operation,
  input: string,
  first: Reply,
  request: FastifyRequest,
  { bus, sessions, log }: Context,
): AsyncGenerator<string> {
  try {
    let piece = read(first)
    yield byteOrderMark + piece.lines
    while (piece.next !== null) {
      if (request.session && sessions.has(request.session.sessionId)) throw new AppError('UNAUTHENTICATED')
      piece = read(await bus.forward(op, input, { ...callerOf(op, request), cursor: piece.next }))
      if (piece.lines !== '') yield piece.lines
    }
  } catch (err) {
    log.warn({ err, operation: op.name, requestId: request.id }, 'a file was cut short')
    cut(request.raw.socket)
    throw err
  }
}

const read = ({ body }: Reply): CsvPiece => (JSON.parse(Buffer.from(body).toString()) as { result: CsvPiece }).result

/** To a reader of HTTP/1.0, many proxies among them, the usual end of a connection is the end of the file. */
function cut(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
