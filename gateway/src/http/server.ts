import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError, type ErrorCode, statusOf } from '@kingcar/contract'
import { failureEnvelope } from './error-response.ts'

export type HttpServer = Server
export type Tls = { cert: string; key: string }

export type ServerOptions = {
  /** The only path at which a connection may become a WebSocket. */
  upgradePath: string
  tls: Tls | undefined
}

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false, // Node's own refusal is empty; the app refuses with the envelope
  keepAliveTimeout: 65_000, // longer than a balancer's minute, so that the balancer ends idle connections, not we
}
/** What TLS 1.2 may use: Mozilla's "intermediate" of 2025, ephemeral keys and authenticated encryption. TLS 1.3 has no other. */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

/** A connection on which nothing moves while a request is read or answered. */
const silence = 5_000

/** Any other request with an `Upgrade` header is answered as if it had none. */
const isUpgrade = (request: IncomingMessage, path: string) =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  request.url?.split('?', 1)[0] === path

/**
 * The listener with every timeout set: by default Node and Fastify wait for ever. A call itself is bounded by its
 * deadline on the bus.
 */
export function createHttpServer(handler: RequestListener, { upgradePath, tls }: ServerOptions): HttpServer {
  const shouldUpgradeCallback = (request: IncomingMessage) => isUpgrade(request, upgradePath)
  const options = { ...limits, shouldUpgradeCallback }
  const server = tls
    ? createTlsServer(
        { ...options, ...tls, minVersion: 'TLSv1.2', ciphers, honorCipherOrder: true, handshakeTimeout: silence },
        handler,
      )
    : createServer(options, handler)
  server.setTimeout(silence)
  // RFC 9110 §10.1.1 lets a server ignore an expectation that it does not know; Node would answer without the envelope.
  server.on('checkExpectation', handler)
  return server
}

/**
 * Makes the answer to what is no HTTP request, or came too slowly or with too many headers to be one: the envelope, then
 * the end of the connection. The status is that of the code; the id is a new one, since no header of such a request was
 * believed.
 * @param headers of every answer of the API
 * @param note hears of each, with the address that it came from
 */
export function createConnectionRefusal(
  headers: Record<string, string>,
  note: (code: ErrorCode, requestId: string, address: string) => void,
) {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = new AppError('VALIDATION_FAILED')
    const requestId = randomUUID()
    note(refusal.code, requestId, (socket as Socket).remoteAddress ?? 'unknown')
    const body = failureEnvelope(refusal, 'ko', requestId)
    const head = [
      `HTTP/1.1 ${statusOf(refusal.code)} Bad Request`,
      'content-type: application/json; charset=utf-8',
      'content-language: ko', // nothing was believed that could have asked for another
      `content-length: ${Buffer.byteLength(body)}`,
      ...own,
      `x-request-id: ${requestId}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
