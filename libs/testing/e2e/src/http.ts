import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { deadline } from '@kingcar/testing/deadline'

/** Plain HTTP against the product, as an outside client without shared code; `body` is null for a file. */
export type Reply<T = unknown> = { status: number; headers: Headers; body: T; text: string }

export type Failure = { success: false; error: { code: string; message: string; requestId: string } }
export type Success<T> = { success: true; result: T }

type Options = { token?: string | undefined; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

export async function send<T = unknown>(
  base: string,
  method: string,
  path: string,
  options: Options = {},
): Promise<Reply<T>> {
  const { token, body, headers, signal } = options
  const isForm = body instanceof FormData
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: signal ?? AbortSignal.timeout(deadline),
  })
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : null) as T }
}

/** Milliseconds until a request is repeated after Retry-After. */
const pause = 200

/** Repeats while the product responds 503, as every client does; for requests that may be repeated. */
export async function patiently<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  for (const until = Date.now() + deadline; ; await wait(pause)) {
    const reply = await ask()
    if (reply.status !== 503 || Date.now() > until) return reply
  }
}

/**
 * The result of a call that must succeed, after retries; for requests that may be repeated.
 * @throws if it is refused, or always gets 503
 */
export async function resultOf<T>(base: string, method: string, path: string, options: Options = {}): Promise<T> {
  const reply = await patiently(() => send<Success<T>>(base, method, path, options))
  if (reply.status >= 300) throw new Error(`${method} ${path} returned ${reply.status} ${reply.text}`)
  return reply.body.result
}

export type Tokens = { accessToken: string; refreshToken: string }

export async function signIn(base: string, email: string, password: string): Promise<Tokens> {
  return await resultOf(base, 'POST', '/admin/api/login', { body: { email, password } })
}

/** Of contract.md §10; an outsider does not have it. */
export const joinCode = 'kingcar-join'

/**
 * Lets a new administrator join. Each try has another email: after a 503 the one before may have joined all the same, and
 * the operation has no idempotency key.
 */
export async function joinAdministrator(
  base: string,
  person: { name: string; password: string },
): Promise<{ id: string; email: string }> {
  let email = ''
  const { status, text, body } = await patiently(() => {
    email = `${randomUUID()}@kingcar.test`
    return send<Success<{ id: string }>>(base, 'POST', '/admin/api/join', { body: { ...person, email, joinCode } })
  })
  if (status !== 201) throw new Error(`POST /admin/api/join returned ${status} ${text}`)
  return { id: body.result.id, email }
}

/** The account of an administrator's token. */
export const ownAdminOf = (base: string, token: string): Promise<{ id: string }> =>
  resultOf(base, 'GET', '/admin/api/me', { token })
