import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError, type ErrorCode, statusOf } from '@kingcar/contract'
import { watchBodyRate } from './body-rate.ts'
import { errorEnvelope } from './error-response.ts'

export type HttpServer = Server
export type Tls = { cert: string; key: string }

export type ServerOptions = {
  /** The only path of WebSockets. */
  upgradePath: string
  tls: Tls | undefined
  /** Milliseconds between two measurements of a body's rate. */
  bodyRateInterval?: number
}

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 0, // bodies have a minimum rate instead, see `watchBodyRate`
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false, // Node's own error response has no envelope; the app checks the header
  keepAliveTimeout: 65_000, // longer than a load balancer's usual minute, so that the balancer closes idle connections first
}
/** Mozilla's "intermediate" list of 2025: ephemeral keys and authenticated encryption only, as in TLS 1.3. */
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

/** Timeout of a connection without traffic during a request or response; uploads have a longer one. */
const idleMilliseconds = 5_000

/** The response to the latest request of each connection. */
const latestResponses = new WeakMap<Duplex, ServerResponse>()

/** Node's code of a request that did not arrive in time. */
const tooSlow = 'ERR_HTTP_REQUEST_TIMEOUT'
const slowRequest = () => Object.assign(new Error('the request arrives too slowly'), { code: tooSlow })

/** Whether the body of the connection's latest request is being received. */
const isReceiving = (socket: Duplex) => latestResponses.get(socket)?.req.complete === false

/** Whether the request whose body is being received already has a response, such as 401. */
function isAnswered(socket: Duplex): boolean {
  return isReceiving(socket) && latestResponses.get(socket)?.headersSent === true
}

/** For any other request the `Upgrade` header is ignored. */
const isUpgrade = (request: IncomingMessage, path: string) =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  request.url?.split('?', 1)[0] === path

/**
 * Creates the HTTP or HTTPS server with all timeouts set, because Node and Fastify have none by default. The deadline on
 * the bus limits the call itself.
 */
export function createHttpServer(
  handler: RequestListener,
  { upgradePath, tls, bodyRateInterval }: ServerOptions,
): HttpServer {
  const shouldUpgradeCallback = (request: IncomingMessage) => isUpgrade(request, upgradePath)
  const handle: RequestListener = (request, response) => {
    latestResponses.set(request.socket, response)
    watchBodyRate(request, () => server.emit('clientError', slowRequest(), request.socket), bodyRateInterval)
    handler(request, response)
  }
  const options = { ...limits, shouldUpgradeCallback }
  const server = tls
    ? createTlsServer(
        {
          ...options,
          ...tls,
          minVersion: 'TLSv1.2',
          ciphers,
          honorCipherOrder: true,
          handshakeTimeout: idleMilliseconds,
        },
        handle,
      )
    : createServer(options, handle)
  server.setTimeout(idleMilliseconds, (socket) => {
    if (isReceiving(socket)) server.emit('clientError', slowRequest(), socket)
    else socket.destroy()
  })
  // RFC 9110 §10.1.1 lets a server ignore an unknown expectation; Node would respond without the error envelope.
  server.on('checkExpectation', handle)
  return server
}

/**
 * Returns the handler for malformed requests, and those that are too slow or have too large headers: it sends the error
 * envelope and closes the connection. The request id is always new, because the request's headers are not trusted. If the
 * fault is in the body of a request that already has a response, it only closes the connection.
 * @param headers for every API response
 * @param onRejected called for each such request, with the client's address
 */
export function createClientErrorHandler(
  headers: Record<string, string>,
  onRejected: (code: ErrorCode, requestId: string, address: string) => void,
) {
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    if (isAnswered(socket)) {
      ;(socket as Socket).destroySoon()
      return
    }
    const rejection = new AppError(error.code === tooSlow ? 'REQUEST_TIMEOUT' : 'VALIDATION_FAILED')
    const status = statusOf(rejection.code)
    const requestId = randomUUID()
    onRejected(rejection.code, requestId, (socket as Socket).remoteAddress ?? 'unknown')
    const body = errorEnvelope(rejection, 'ko', requestId)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      'content-language: ko', // no header was read that could request another language
      `content-length: ${Buffer.byteLength(body)}`,
      ...headerLines,
      `x-request-id: ${requestId}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
