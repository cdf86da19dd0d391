import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** Response of a call: a result with its ETag, a file, or a status with an optional error. */
export type Reply =
  | { result: unknown; etag?: string }
  | { file: string | Buffer; type: string }
  | { status: number; error?: object }

/** Keyed by method and path; `{id}` matches any id, which the request then has as `id`. */
export type Answer = (
  body: unknown,
  authorization: string | undefined,
  ...request: IncomingMessage[]
) => Reply | Promise<Reply>

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Content security policy like the gateway's. */
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self' data: blob:"],
  ...["manifest-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
].join('; ')

/** Admin id in the tokens. */
export const ownId = '019aa000-0008-7000-8000-000000000001'

/** `expiresIn` and `age` in seconds: until it expires, since it was issued. */
export const tokenFor = (expiresIn: number, id = 'a', age = Math.max(0, -expiresIn), role = 'admin', sub = ownId) => {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub, role, iat: now - age, exp: now + expiresIn, sid: id }
  return `${part({ alg: 'EdDSA' })}.${part(claims)}.${id}`
}

/** The administrator's id in a token. */
export const subjectOf = (authorization = ''): string =>
  JSON.parse(String(Buffer.from(authorization.split('.')[1] ?? '', 'base64url'))).sub

const anyId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/

export type FakeGateway = Awaited<ReturnType<typeof startFakeGateway>>

/** Serves a build of the console, API calls and the live socket, with responses that the test sets. */
export async function startFakeGateway(folder: string) {
  const answers: Record<string, Answer> = {
    'POST /admin/api/login': () => ({ result: { accessToken: tokenFor(900), refreshToken: 'refresh-1' } }),
    'GET /admin/api/setup': () => ({ result: { needed: false } }),
    'POST /admin/api/reissue': () => ({ result: { accessToken: tokenFor(900, 'b'), refreshToken: 'refresh-2' } }),
    'GET /admin/api/appSettings': () => ({
      result: [{ key: 'recognition.guestName', value: '방문객', description: null, updatedAt: null, updatedBy: null }],
    }),
    'GET /admin/api/stores/{id}': () => ({ result: { id: 'store-1', name: '강남점' } }),
    'GET /admin/api/alerts/bell': () => ({ result: { unseen: 0, seenUntil: null, latest: [] } }),
    'GET /admin/api/screens/own/store': () => ({
      result: { storeId: 'store-1', storeName: '강남점', recognizers: [{ online: true, clockSkewMs: 0 }] },
    }),
    'GET /admin/api/devices': () => ({
      result: page([{ id: 'device-1', storeId: 'store-1', name: '입구 1', online: true, clockSkewMs: 0 }]),
    }),
  }
  answers['GET /admin/api/live'] = () =>
    state.full
      ? { status: 429, error: { code: 'RATE_LIMITED', details: [{ path: 'session', message: '5개까지예요.' }] } }
      : { status: 400, error: { code: 'VALIDATION_FAILED', details: [{ path: 'Upgrade', message: '' }] } }
  const calls: string[] = []
  /** Address and token of each handshake, in order. */
  const handshakes: { path: string; token: string }[] = []
  const state = {
    acceptSockets: true,
    /** Does not respond to handshakes. */
    holdSockets: false,
    answerPings: true,
    /** The session has its maximum of sockets. */
    full: false,
    requests: 0,
    /** Seconds by which the `Date` of the responses is ahead. */
    ahead: 0,
    /** Build name in the address of the entry script. */
    build: '',
    /** Sent to each socket that resumes after a smaller sequence. */
    missed: [] as { sequence: number }[],
  }
  /** Messages that clients sent over their sockets. */
  const heard: string[] = []

  const held: Duplex[] = []

  const server = createServer((request, response) => void serve(request, response))
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'kingcar.live.v1' })
  sockets.on('connection', (socket, request) => {
    const after = new URL(request.url ?? '', 'http://localhost').searchParams.get('after')
    for (const event of after === null ? [] : state.missed) {
      if (event.sequence > Number(after)) socket.send(JSON.stringify(event))
    }
    socket.on('message', (data) => {
      heard.push(String(data))
      if (state.answerPings) socket.send('pong')
    })
  })
  server.on('upgrade', (request, socket, head) => {
    const token = /bearer\.(\S+)/.exec(request.headers['sec-websocket-protocol'] ?? '')?.[1] ?? ''
    handshakes.push({ path: request.url ?? '', token })
    if (state.holdSockets) return held.push(socket)
    if (state.full && !request.url?.includes('replaceOldest=true'))
      return socket.end('HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\n\r\n')
    if (state.acceptSockets)
      sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request))
    else socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n')
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (/^\/(admin\/)?api\//.test(path)) return answer(request, response, `${request.method} ${path}`)
    // Like the gateway: a path without a file is the page, only for clients that accept HTML.
    const wantsPage = path === '/' || request.headers.accept?.includes('text/html')
    const file = extname(path) === '' && wantsPage ? 'index.html' : path
    response.setHeader('content-security-policy', policy)
    try {
      const found = await readFile(join(folder, file))
      const bytes = file === 'index.html' ? String(found).replace(/(src="[^"]+\.js)/, `$1${state.build}`) : found
      const type = types[extname(file)] ?? 'application/octet-stream'
      // As the gateway does it, so that a browser keeps the assets, and the code that it compiled of them.
      const cached = file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      response.writeHead(200, { 'content-type': type, 'cache-control': cached }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  }

  /** The response to a call: for the exact path first, then for `{id}`. */
  const answerTo = (call: string): Answer | undefined => answers[call] ?? answers[call.replace(anyId, '{id}')]

  async function answer(request: IncomingMessage, response: ServerResponse, call: string) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    calls.push(call)
    state.requests += 1
    const requestId = `request-${state.requests}`
    const isJson = request.headers['content-type'] === 'application/json'
    const body: unknown = isJson ? JSON.parse(text) : text || null
    const reply = (await answerTo(call)?.(body, request.headers.authorization, request)) ?? { status: 404 }
    response.setHeader('content-type', 'application/json').setHeader('x-request-id', requestId)
    response.setHeader('date', new Date(Date.now() + state.ahead * 1000).toUTCString())
    if ('file' in reply) return response.setHeader('content-type', reply.type).end(reply.file)
    if ('etag' in reply && reply.etag !== undefined) response.setHeader('etag', reply.etag)
    if ('result' in reply) return response.end(JSON.stringify({ success: true, result: reply.result }))
    const code = reply.status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL'
    const error = { code, message: '', ...reply.error, requestId }
    response.writeHead(reply.status).end(JSON.stringify({ success: false, error }))
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  let port = (server.address() as AddressInfo).port

  const drop = () => {
    for (const socket of sockets.clients) socket.terminate()
  }
  const down = () =>
    new Promise<void>((done) => {
      drop()
      for (const socket of held.splice(0)) socket.destroy()
      server.closeAllConnections()
      server.close(() => done())
    })
  return {
    origin: `http://127.0.0.1:${port}`,
    answers,
    calls,
    handshakes,
    state,
    heard,
    clients: (): WebSocket[] => [...sockets.clients],
    send: (...messages: object[]) => {
      for (const socket of sockets.clients) for (const message of messages) socket.send(JSON.stringify(message))
    },
    /** Terminates every socket without a close frame. */
    drop,
    /** Closes every socket with a code. */
    close: (code: number) => {
      for (const socket of sockets.clients) socket.close(code)
    },
    /** Stops the gateway, and starts it again on the same port. */
    down,
    up: () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done)),
    [Symbol.asyncDispose]: async () => {
      await down()
      port = 0
    },
  }
}

/** The only page of a list. */
export const page = (content: object[]) => {
  const { length } = content
  const totals = { totalElements: length, totalPages: Math.min(1, length), number: 0, size: 20 }
  return { content, ...totals, numberOfElements: length, first: true, last: true, empty: length === 0 }
}

let sequence = 0

/** An event of the live socket, as the gateway sends it. */
export function liveEvent(fields: Partial<Record<string, unknown>> = {}) {
  sequence += 1
  return {
    name: '홍길동',
    carNumber: '123가4568',
    visitCount: 7,
    visitId: `visit-${sequence}`,
    storeId: 'store-1',
    storeName: '강남점',
    recognizedAt: new Date().toISOString(),
    sequence,
    late: false,
    reads: 1,
    productUsed: null,
    ...fields,
  }
}
