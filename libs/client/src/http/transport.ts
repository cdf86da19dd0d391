import type { Call, CallOptions } from '../model/call.ts'
import { ApiError, isErrorEnvelope, RequiredError, statusMessage, TransportError } from './errors.ts'
import { type Hosts, httpBase } from './hosts.ts'
import type { CallInput, CallResult, ServiceName } from './operation-types.ts'
import { buildRequest } from './request.ts'

export type TransportOptions = Hosts & {
  /** Gives the access token for calls that take one; asked before each of them. */
  token?: () => string | null | undefined | Promise<string | null | undefined>
  /** Milliseconds; none where absent or 0. */
  timeout?: number
  fetch?: typeof fetch
}

/** A result with what the answer's headers say. */
export type Exchange<T> = {
  result: T
  status: number
  etag: string | null
  requestId: string | null
  /** The full second in which the server answered, in milliseconds by its clock; null where the answer does not tell. */
  answeredAt: number | null
}

export type Transport = {
  /**
   * Makes a call and gives its result. Rejects with RequiredError before any request, ApiError for a refusal of the API,
   * TransportError for every other failure.
   */
  call<S extends ServiceName, V extends string>(
    op: Call<S, V>,
    input: CallInput<S, V>,
    options?: CallOptions,
  ): Promise<CallResult<S, V>>
  /** `call`, with the version, the request id and the time of the answer. */
  exchange<S extends ServiceName, V extends string>(
    op: Call<S, V>,
    input: CallInput<S, V>,
    options?: CallOptions,
  ): Promise<Exchange<CallResult<S, V>>>
}

/** Calls single operations, so that a bundle holds only those that it imports. */
export function createTransport(options: TransportOptions = {}): Transport {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const base = httpBase(options)

  async function exchange<S extends ServiceName, V extends string>(
    op: Call<S, V>,
    input: CallInput<S, V>,
    callOptions: CallOptions = {},
  ): Promise<Exchange<CallResult<S, V>>> {
    const parameters = Object.entries(input ?? {})
    const given = new Set(parameters.filter(([, value]) => value !== null && value !== undefined).map(([name]) => name))
    const missing = op.required.find((name) => !given.has(name))
    if (missing !== undefined) throw new RequiredError(missing, op.name)

    const token = op.token ? await options.token?.() : undefined
    const request = buildRequest(base, op, parameters, token, callOptions)
    const deadline = callOptions.timeout ?? options.timeout ?? 0
    const timer = deadline > 0 ? AbortSignal.timeout(deadline) : undefined
    const signals = [callOptions.signal, timer].filter((signal) => signal !== undefined)
    const signal = signals.length > 0 ? AbortSignal.any(signals) : null
    let answered = false
    try {
      const answer = await send(request.url, { ...request.init, signal })
      answered = true
      if (!answer.ok) throw await refusal(answer)
      return {
        // What the server answers is the contract's word: both are held to it by the server's tests.
        result: (op.response === 'file' ? await answer.blob() : resultOf(await answer.text())) as CallResult<S, V>,
        status: answer.status,
        etag: answer.headers.get('etag'),
        requestId: answer.headers.get('x-request-id'),
        answeredAt: timeOf(answer.headers.get('date')),
      }
    } catch (cause) {
      if (cause instanceof TransportError) throw cause
      if (callOptions.signal?.aborted) throw new TransportError('cancelled', 'Request cancelled', { cause })
      if (timer?.aborted) throw new TransportError('timeout', `Timeout of ${deadline}ms exceeded`, { cause })
      if (answered) throw new TransportError('aborted', 'Request aborted', { cause })
      throw new TransportError('network', 'Network Error', { cause })
    }
  }

  return { exchange, call: async (op, input, callOptions) => (await exchange(op, input, callOptions)).result }
}

function timeOf(date: string | null): number | null {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? null : time
}

/** What stands under `result` of a success. A page of something between us and the gateway is no answer of it. */
function resultOf(text: string): unknown {
  const body = parse(text)
  if (typeof body === 'object' && body !== null && 'result' in body) return body.result
  throw new TransportError('network', 'Network Error: the answer is not in the envelope of the API')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON is no envelope
  }
}

async function refusal(answer: Response): Promise<TransportError> {
  const body = parse(await answer.text())
  const { status } = answer
  if (!isErrorEnvelope(body)) return new TransportError('status', statusMessage(status), { status })
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(status, body.error, Number.isFinite(seconds) ? seconds : undefined)
}
