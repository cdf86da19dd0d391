import type { Call, CallOptions } from '../model/call.ts'
import { ApiError, isErrorEnvelope, RequiredError, statusMessage, TransportError } from './errors.ts'
import { type Hosts, httpBase } from './hosts.ts'
import type { CallInput, CallResult, ServiceName } from './operation-types.ts'
import { buildRequest } from './request.ts'

export type TransportOptions = Hosts & {
  /** Returns the access token; called before each call that needs one. */
  token?: () => string | null | undefined | Promise<string | null | undefined>
  /** Milliseconds; 0 or absent means no timeout. */
  timeout?: number
  fetch?: typeof fetch
}

/** A result with data from the response headers. */
export type Exchange<T> = {
  result: T
  status: number
  etag: string | null
  requestId: string | null
  /** Time of the response by the server's clock (`Date` header, whole seconds) in Unix milliseconds; null without the header. */
  answeredAt: number | null
}

export type Transport = {
  /**
   * Makes a call and returns its result. Rejects with RequiredError before any request, ApiError if the API refuses the
   * call, TransportError for every other failure.
   */
  call<S extends ServiceName, V extends string>(
    op: Call<S, V>,
    input: CallInput<S, V>,
    options?: CallOptions,
  ): Promise<CallResult<S, V>>
  /** Like `call`, but also returns status, `etag`, request id and time of the response. */
  exchange<S extends ServiceName, V extends string>(
    op: Call<S, V>,
    input: CallInput<S, V>,
    options?: CallOptions,
  ): Promise<Exchange<CallResult<S, V>>>
}

/** Calls single operations, so that a bundle contains only the imported ones. */
export function createTransport(options: TransportOptions = {}): Transport {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const base = httpBase(options)

  async function exchange<S extends ServiceName, V extends string>(
    op: Call<S, V>,
    input: CallInput<S, V>,
    callOptions: CallOptions = {},
  ): Promise<Exchange<CallResult<S, V>>> {
    const parameters = Object.entries(input ?? {})
    const present = new Set(
      parameters.filter(([, value]) => value !== null && value !== undefined).map(([name]) => name),
    )
    const missing = op.required.find((name) => !present.has(name))
    if (missing !== undefined) throw new RequiredError(missing, op.name)

    const token = op.token ? await options.token?.() : undefined
    const request = buildRequest(base, op, parameters, token, callOptions)
    const deadline = callOptions.timeout ?? options.timeout ?? 0
    const timer = deadline > 0 ? AbortSignal.timeout(deadline) : undefined
    const signals = [callOptions.signal, timer].filter((signal) => signal !== undefined)
    const signal = signals.length > 0 ? AbortSignal.any(signals) : null
    let responded = false
    try {
      const response = await send(request.url, { ...request.init, signal })
      responded = true
      if (!response.ok) throw await refusal(response)
      return {
        // Tests of the server compare its responses with the contract, from which these types are generated.
        result: (op.response === 'file' ? await response.blob() : resultOf(await response.text())) as CallResult<S, V>,
        status: response.status,
        etag: response.headers.get('etag'),
        requestId: response.headers.get('x-request-id'),
        answeredAt: timeOf(response.headers.get('date')),
      }
    } catch (cause) {
      if (cause instanceof TransportError) throw cause
      if (callOptions.signal?.aborted) throw new TransportError('cancelled', 'Request cancelled', { cause })
      if (timer?.aborted) throw new TransportError('timeout', `Timeout of ${deadline}ms exceeded`, { cause })
      if (responded) throw new TransportError('aborted', 'Request aborted', { cause })
      throw new TransportError('network', 'Network Error', { cause })
    }
  }

  return { exchange, call: async (op, input, callOptions) => (await exchange(op, input, callOptions)).result }
}

function timeOf(date: string | null): number | null {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? null : time
}

/** The value of `result` in the envelope. Other text is not from the gateway, such as the login page of a WLAN. */
function resultOf(text: string): unknown {
  const body = parse(text)
  if (typeof body === 'object' && body !== null && 'result' in body) return body.result
  throw new TransportError('network', 'Network Error: the response is not in the envelope of the API')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: not an envelope
  }
}

async function refusal(response: Response): Promise<TransportError> {
  const body = parse(await response.text())
  const { status } = response
  if (!isErrorEnvelope(body)) return new TransportError('status', statusMessage(status), { status })
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(status, body.error, Number.isFinite(seconds) ? seconds : undefined)
}
