/**
 * What the client has to know about an operation at run time; the types of its input and result follow from service and
 * name.
 */
export type Call<S extends string = string, V extends string = string> = {
  readonly service: S
  readonly name: V
  /** Method and path, as in the contract. */
  readonly http: string
  /** Required parameters: without them no request is sent. */
  readonly required: readonly string[]
  /** False if the operation ignores access tokens. */
  readonly token: boolean
  /** Headers of parameters that are not in the query, because they may have personal data. */
  readonly headers?: Readonly<Record<string, string>>
  /** JSON if absent. */
  readonly body?: 'json' | 'multipart'
  /** The JSON envelope if absent. */
  readonly response?: 'file'
}

/**
 * Describes an operation; most need a token, and send and receive JSON. Bundlers leave out the unused ones.
 * @__NO_SIDE_EFFECTS__
 */
export function call<S extends string, V extends string>(
  service: S,
  name: V,
  http: string,
  required: readonly string[] = [],
  more: Partial<Pick<Call, 'token' | 'headers' | 'body' | 'response'>> = {},
): Call<S, V> {
  return { service, name, http, required, token: true, ...more }
}

export type CallOptions = {
  signal?: AbortSignal
  /** Milliseconds; overrides the timeout of the transport. */
  timeout?: number
  /** Makes it safe to repeat a write within 24 hours. */
  idempotencyKey?: string
  /** The `etag` that a change is based on. */
  ifMatch?: string
  headers?: Record<string, string>
}
