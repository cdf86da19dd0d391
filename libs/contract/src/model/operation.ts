import type { TObject, TSchema } from 'typebox'
import type { Typed } from './common-schemas.ts'
import type { ErrorCode } from './errors.ts'
import type { EventName } from './event-names.ts'
import type { AccessOfAdmins, AdminAccess, Permission, Scope } from './permissions.ts'
import type { Access } from './roles.ts'

/** When each code is returned, in one sentence. */
export type Reasons = { readonly [C in ErrorCode]?: string }

/** What the id in a path identifies. */
export type Resource =
  | 'admin'
  | 'agreement'
  | 'apiKey'
  | 'appSetting'
  | 'banner'
  | 'car'
  | 'card'
  | 'coupon'
  | 'deadLetter'
  | 'device'
  | 'image'
  | 'invitation'
  | 'listedPlate'
  | 'member'
  | 'notice'
  | 'order'
  | 'owedReturn'
  | 'passkey'
  | 'product'
  | 'read'
  | 'rehearsal'
  | 'screen'
  | 'session'
  | 'settlement'
  | 'store'
  | 'terms'
  | 'useLog'
  | 'userProduct'
  | 'visit'
  | 'webhookEndpoint'
  | 'alertRule'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Spec = {
  /** Method and path; path parameters in braces, as OpenAPI writes them. */
  http: `${Method} /${string}`
  access: Access
  /** What an administrator needs; required if `access` includes administrators. */
  permission?: Permission
  /** How the result is limited for an administrator of certain stores; required with `permission`. */
  scope?: Scope
  /**
   * When an administrator with a second factor needs a sign-in of the last minutes (`freshSignInMinutes`). `full`: for
   * a file without masks; `amount`: for an amount that reaches the setting `orders.freshSignInWon`, which the orders
   * service compares.
   */
  freshSignIn?: 'always' | 'full' | 'amount'
  /** What the id in the path identifies; required if the path has an id. */
  resource?: Resource
  /**
   * Korean label of its entry in the audit log; null for a write without an entry. Required for each write of
   * administrators.
   */
  audits?: string | null
  /**
   * Korean label of its entry in the access log; `true`: the label is that of `audits`. Required if the result has data
   * that identifies members: the entry holds the ids of these members and is stored before an administrator gets the
   * result.
   */
  opens?: string | true
  /** One line for the API reference. */
  summary: string
  /**
   * What the summary does not say, in one to four sentences of Markdown: what changes and who sees it, the effect of a
   * repeated call, order and limits of lists. Line breaks count as spaces.
   */
  description: string
  /**
   * One flat object: the gateway fills it from the path and from the query (GET and DELETE) or body; names are unique.
   * With `body: 'multipart'` it holds only the path parameters; `parts` describes the body.
   */
  input: TObject
  /** The parts of a multipart body; `FilePart` marks a file. */
  parts?: TObject
  /** The value of `result` in the envelope. */
  result: TSchema
  /**
   * Reasons of error codes: of codes that do not follow from access, input and the conventions, and additional reasons
   * of those that do.
   */
  errors?: Reasons
  /** 200 if absent. */
  status?: 201
  /**
   * `form` accepts JSON and x-www-form-urlencoded. `json` is for a DELETE with a body; its input is in the query
   * otherwise. If absent, a body is JSON.
   */
  body?: 'form' | 'json' | 'multipart'
  /** Largest body in bytes; `defaultBodyLimit` if absent. */
  bodyLimit?: number
  /**
   * Kind of response instead of the JSON envelope. `csv`: the whole list as a file, which the gateway requests from the
   * service in pieces (`result: CsvPiece`), filtered and sorted as the list is; `page` and `size` are ignored.
   */
  response?: 'csv' | 'image' | 'live'
  /** `ignore` for senders whose fields KingCar does not define (webhooks, vendors). */
  unknownFields?: 'ignore'
  /** Exempt from rate limits. */
  unlimited?: true
  /** Accepts `Idempotency-Key`; the owning service keeps the first reply for `idempotencyKeyHours`. */
  idempotent?: true
  /**
   * The response has an `ETag`: the version of a single resource, or of a whole list that is versioned as one. PATCH
   * and DELETE honour `If-Match`.
   */
  versioned?: true
  /**
   * The response depends on the input alone: it has an `ETag`, may be 304, and the gateway caches it for a second, or
   * until one of these events. With access `image` only responses to requests without a token are cached.
   */
  cached?: readonly EventName[]
  /**
   * Events that the operation causes. The gateway that handled the call drops the cached responses without waiting for
   * them.
   */
  emits?: readonly EventName[]
  /**
   * A success ends the caller's session. The gateway that handled the call rejects it without waiting for the event.
   */
  endsSession?: true
  /** An access token is accepted after it has expired, as long as its session has not ended. */
  acceptsExpiredToken?: true
  /**
   * The caller authenticates with the `Authorization` header, or signs the body as the Standard Webhooks specification says
   * (`signature`); the owning service checks it, a signature before the input.
   */
  proof?: 'authorization' | 'signature'
  /**
   * Deadline in seconds from the time at which the owning service accepts the call; for payment providers and image
   * processing. 1.5 s if absent.
   */
  timeoutSeconds?: number
  /**
   * The gateway calls one internal operation of each of these services and composes their results: all at the same
   * time, or one after the other with `inOrder`. The internal operations have the name and the input of this operation;
   * `part` is their result.
   */
  composedOf?: { services: readonly Exclude<ServiceName, 'gateway'>[]; part: TSchema; inOrder?: true }
  /** Exists only in local development, on a loopback address; not in the API reference and the client. */
  local?: true
}

/** Minutes after which a sign-in is not fresh. */
export const freshSignInMinutes = 10

/** Hours for which an `Idempotency-Key` is known; a later request with it counts as new. */
export const idempotencyKeyHours = 24

/** Largest request body in bytes of an operation without `bodyLimit`. */
export const defaultBodyLimit = 64 * 1024

export type ServiceName = 'member' | 'catalog' | 'orders' | 'recognition' | 'gateway'

export type Operation = Spec & { service: ServiceName; name: string; subject: `rpc.${string}.${string}` }
export type Input<O extends Operation> = Typed<O['input']>
export type Result<O extends Operation> = Typed<O['result']>
export type Operations = Record<string, Operation>

/** Fields that an entry must have because of its method, path and access. */
type RequiredFields<S extends Spec> = (S['http'] extends `${string}{${string}` ? { resource: Resource } : unknown) &
  (S['access'] extends AccessOfAdmins ? AdminAccess : unknown) &
  (S['http'] extends `${Exclude<Method, 'GET'>} /admin/api/${string}` ? { audits: string | null } : unknown)

/**
 * Adds service, name and bus subject to each entry. The subject is derived from names, so that no input can reach it.
 */
export function defineService<const N extends ServiceName, const T extends Record<string, Spec>>(
  name: N,
  specs: T & { [V in keyof T]: RequiredFields<T[V]> },
) {
  const operations = Object.entries<Spec>(specs).map(([verb, spec]) => [
    verb,
    { ...spec, service: name, name: verb, subject: `rpc.${name}.${verb}` },
  ])
  return Object.fromEntries(operations) as {
    [V in keyof T & string]: T[V] & { service: N; name: V; subject: `rpc.${N}.${V}` }
  }
}

/** The internal operation of one service that a composed operation calls. It has no route of its own. */
export const partOf = <O extends Composed, N extends ServiceName>(op: O, service: N): Part<O, N> => ({
  ...op,
  service,
  subject: `rpc.${service}.${op.name}`,
  result: op.composedOf.part,
})

export type Composed = Operation & Required<Pick<Operation, 'composedOf'>>
type Part<O extends Composed, N extends ServiceName> = Omit<O, 'service' | 'subject' | 'result' | 'composedOf'> & {
  service: N
  subject: `rpc.${N}.${string}`
  result: O['composedOf']['part']
}

/** Method, path and the names of its path parameters. */
export function route(op: Pick<Operation, 'http'>): { method: Method; path: string; parameters: string[] } {
  const [method, path] = op.http.split(' ') as [Method, string]
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) }
}

/** Whether the path contains a device id, which must be the id of the device that authenticates. */
export function namesDevice(op: Pick<Operation, 'http' | 'access'>): boolean {
  return op.access === 'device' && route(op).parameters.includes('deviceId')
}

/** Whether the operation is part of the public API. */
export function isPublished(op: Pick<Operation, 'local'>): boolean {
  return op.local !== true
}

/** Whether the input that is not in the path is in the body; otherwise it is in the query. */
export function carriesBody(op: Pick<Operation, 'http' | 'body'>): boolean {
  return op.body !== undefined || !/^(GET|DELETE) /.test(op.http)
}

/**
 * Input fields that are sent as headers, in percent-encoded UTF-8: such texts may have personal data, and proxies log
 * URLs.
 */
const headersOfTexts: Readonly<Record<string, string>> = { reason: 'X-Reason' }

/** The header that has a field of the input; undefined if it is in the path, the query or the body. */
export function headerOf(op: Pick<Operation, 'http' | 'body'>, field: string): string | undefined {
  return carriesBody(op) ? undefined : headersOfTexts[field]
}
