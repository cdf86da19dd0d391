import {
  ApiError,
  createTransport,
  type Exchange,
  listAppSettings as listAppSettingsCall,
  loginAdmin,
  logoutAdmin,
  reissueAdmin,
  type Transport,
  TransportError,
} from '@kingcar/client'
import { apiHosts } from './hosts.ts'
import { createSession, type ReceivedTokens, SignedOutError, type Tokens } from './session.ts'

let requestId: string | undefined

/** The request id of the last response, to show after a crash. */
export const lastRequestId = (): string | undefined => requestId

/** Receives each response with its request. The management pages set it, to record failed calls. */
export const callObserver: { onResponse?: (response: Response, request: RequestInit | undefined) => void } = {}

/** Sends a request: `fetch`, or a function with the same contract. */
export type Send = (address: string, init: RequestInit) => Promise<Response>

const sendByFetch: Send = (address, init) => fetch(address, init)

const transport = (token?: string, send = sendByFetch) =>
  createTransport({
    ...apiHosts,
    ...(token === undefined ? {} : { token: () => token }),
    fetch: async (address, init) => {
      // `keepalive`: a deletion or logout that starts while the page unloads still reaches the server.
      const keepalive = init?.method === 'DELETE' || String(address).endsWith('/logout')
      const response = await send(String(address), { ...init, keepalive })
      requestId = response.headers.get('x-request-id') ?? requestId
      callObserver.onResponse?.(response, init)
      return response
    },
  })

const isStatus = (cause: unknown, status: number): cause is TransportError =>
  cause instanceof TransportError && cause.status === status

/** Whether the server refused to exchange the tokens. Any other failure may come from the network and be temporary. */
const isRefusal = (cause: unknown): boolean => [400, 401, 403].some((status) => isStatus(cause, status))

async function receivedTokens(exchange: Promise<Exchange<Tokens>>): Promise<ReceivedTokens> {
  const { result, answeredAt } = await exchange
  return { tokens: result, answeredAt }
}

export const session = createSession({
  storage: localStorage,
  runExclusive: (task) => ('locks' in navigator ? navigator.locks.request('session', task) : task()),
  reissue: (tokens) => receivedTokens(transport().exchange(reissueAdmin, tokens)),
  isRefusal,
  now: Date.now,
})

/**
 * Runs a call with an unexpired token, and once again with a new one if the server rejects it: only a refused exchange
 * shows that the session has ended, even if the clock is wrong. If the new token is rejected too, it forgets the
 * session and throws SignedOutError.
 */
async function authenticated<T>(call: (signed: Transport) => Promise<T>, send?: Send): Promise<T> {
  let token = await session.accessToken()
  try {
    try {
      return await call(transport(token, send))
    } catch (cause) {
      if (!isStatus(cause, 401)) throw cause
      token = await session.renew(token)
      return await call(transport(token, send))
    }
  } catch (cause) {
    if (!isStatus(cause, 401)) throw cause
    session.forget(token)
    throw new SignedOutError('The server rejected the session.', { cause })
  }
}

/** Makes a call that needs no session. Rejects as the client does. */
export const callWithoutSession: Transport['call'] = (op, input, options) => transport().call(op, input, options)

/** `callWithoutSession` that also returns the ETag, status and time of the response. */
export const exchangeWithoutSession: Transport['exchange'] = (op, input, options) =>
  transport().exchange(op, input, options)

/**
 * Signs in by a call that returns tokens: stores them, and ends this browser's previous session on the server. Rejects as the
 * client does.
 */
export async function signIn(ask: (open: Transport) => Promise<Exchange<Tokens>>): Promise<void> {
  const signedIn = await receivedTokens(ask(transport()))
  void endOnServer(await session.end(signedIn))
}

/** Signs in with email and password, and a code if the account has a second factor. Rejects as the client does. */
export const login = (email: string, password: string, code?: string): Promise<void> =>
  signIn((open) => open.exchange(loginAdmin, { email, password, ...(code && { code }) }))

/** Ends a session on the server. If the server is unreachable, the session ends when it expires. */
export async function endOnServer(tokens: Tokens | null): Promise<void> {
  if (tokens === null) return
  await transport(tokens.accessToken)
    .call(logoutAdmin, tokens)
    .catch(() => undefined)
}

/** Signs out: immediately in this browser, on the server as soon as the request arrives. */
export const logout = async (): Promise<void> => endOnServer(await session.end())

/** Makes a call as the signed-in administrator. Rejects with SignedOutError when the session has ended, else as the client does. */
export const call: Transport['call'] = (op, input, options) =>
  authenticated((signed) => signed.call(op, input, options))

/** `call` with another transport than `fetch`. */
export const callWith =
  (send: Send): Transport['call'] =>
  (op, input, options) =>
    authenticated((signed) => signed.call(op, input, options), send)

/** `call` that also returns the ETag of the result. */
export const exchange: Transport['exchange'] = (op, input, options) =>
  authenticated((signed) => signed.exchange(op, input, options))

/** The address of the live socket as an ordinary call. */
const askLive = { ...listAppSettingsCall, http: 'GET /admin/api/live' } as const

/**
 * Whether the server refuses a live socket because the session has its maximum: a browser does not show the response to a
 * handshake. Rejects with SignedOutError when the session has ended.
 */
export async function isLiveFull(): Promise<boolean> {
  try {
    await call(askLive, {})
  } catch (cause) {
    if (cause instanceof SignedOutError) throw cause
    return cause instanceof ApiError && cause.code === 'RATE_LIMITED' && cause.details[0]?.path === 'session'
  }
  return false
}

export const listAppSettings = () => call(listAppSettingsCall, {})
