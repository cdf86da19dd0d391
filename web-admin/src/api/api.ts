import {
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
import { createSession, type Received, SignedOutError, type Tokens } from './session.ts'

let requestId: string | undefined

/** The id of the last answer, to be told when something went wrong. */
export const lastRequestId = (): string | undefined => requestId

/** Who else hears of each answer, and of what was asked: the management screens, to hand over what failed. */
export const witness: { hear?: (answer: Response, asked: RequestInit | undefined) => void } = {}

/** What sends a request: `fetch`, or what does the same with more. */
export type Send = (address: string, init: RequestInit) => Promise<Response>

const byFetch: Send = (address, init) => fetch(address, init)

const transport = (token?: string, send = byFetch) =>
  createTransport({
    ...apiHosts,
    ...(token === undefined ? {} : { token: () => token }),
    fetch: async (address, init) => {
      // What is taken away while the page goes is still taken away.
      const answer = await send(String(address), { ...init, keepalive: init?.method === 'DELETE' })
      requestId = answer.headers.get('x-request-id') ?? requestId
      witness.hear?.(answer, init)
      return answer
    },
  })

/** Whether the server answered and meant no; one that is away or busy may mean yes later. */
function refused(cause: unknown): boolean {
  if (!(cause instanceof TransportError) || cause.status === undefined) return false
  return cause.status >= 400 && cause.status < 500 && cause.status !== 429
}

async function received(exchange: Promise<Exchange<Tokens>>): Promise<Received> {
  const { result, answeredAt } = await exchange
  return { tokens: result, answeredAt }
}

export const session = createSession({
  storage: localStorage,
  exclusively: (task) => ('locks' in navigator ? navigator.locks.request('session', task) : task()),
  reissue: (tokens) => received(transport().exchange(reissueAdmin, tokens)),
  refused,
  now: Date.now,
})

/** Runs a call with a token that has not expired. A 401 all the same ends the session here: SignedOutError. */
async function authenticated<T>(call: (signed: Transport) => Promise<T>, send?: Send): Promise<T> {
  const token = await session.accessToken()
  try {
    return await call(transport(token, send))
  } catch (cause) {
    if (!(cause instanceof TransportError) || cause.status !== 401) throw cause
    session.forget(token)
    throw new SignedOutError('The server refused the session.', { cause })
  }
}

/** Signs in, keeps the tokens, and ends the session that this browser had before. Rejects as the client does. */
export async function login(email: string, password: string): Promise<void> {
  const signedIn = await received(transport().exchange(loginAdmin, { email, password }))
  void endOnServer(await session.end(signedIn))
}

/** Ends a session on the server that has ended here. Where the server cannot be reached, it ends when it expires. */
export async function endOnServer(tokens: Tokens | null): Promise<void> {
  if (tokens === null) return
  await transport(tokens.accessToken)
    .call(logoutAdmin, tokens)
    .catch(() => undefined)
}

/** Signs out: here at once, on the server as soon as it hears of it. */
export const logout = async (): Promise<void> => endOnServer(await session.end())

/** Makes a call as who is signed in. Rejects with SignedOutError when the session has ended, else as the client does. */
export const call: Transport['call'] = (op, input, options) =>
  authenticated((signed) => signed.call(op, input, options))

/** `call` by other means than `fetch`. */
export const callBy =
  (send: Send): Transport['call'] =>
  (op, input, options) =>
    authenticated((signed) => signed.call(op, input, options), send)

/** `call`, with the version of what it answers. */
export const exchange: Transport['exchange'] = (op, input, options) =>
  authenticated((signed) => signed.exchange(op, input, options))

export const listAppSettings = () => call(listAppSettingsCall, {})
