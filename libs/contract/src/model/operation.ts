import type { TObject, TSchema } from 'typebox'
import type { Typed } from './common-schemas.ts'
import type { ErrorCode } from './errors.ts'
import type { EventName } from './event-names.ts'
import type { Access } from './roles.ts'

/** When a code is answered, in a sentence each. */
export type Reasons = { readonly [C in ErrorCode]?: string }

/** What an id in a path names. */
export type Resource =
  | 'admin'
  | 'agreement'
  | 'appSetting'
  | 'banner'
  | 'car'
  | 'card'
  | 'deadLetter'
  | 'device'
  | 'image'
  | 'member'
  | 'notice'
  | 'order'
  | 'product'
  | 'screen'
  | 'store'
  | 'terms'
  | 'useLog'
  | 'userProduct'
  | 'visit'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Spec = {
  /** Method and path; path parameters in braces, as OpenAPI writes them. */
  http: `${Method} /${string}`
  access: Access
  /** What the id in the path names; required where there is one. */
  resource?: Resource
  /**
   * What its entry in the audit log is called in Korean; null for a write that leaves none. Required for each write of
   * administrators.
   */
  audits?: string | null
  /** One line for the reference. */
  summary: string
  /**
   * What it does beyond that, in one to four sentences of Markdown: what it changes and for whom that shows, what a repetition
   * does, how lists are ordered and bounded. Line breaks are spaces.
   */
  description: string
  /**
   * One flat object: the gateway fills it from path, then query (GET and DELETE) or body. Names never clash.
   * For `body: 'multipart'` it holds the path parameters only, and `parts` says what the body holds.
   */
  input: TObject
  /** The parts of a multipart body; `FilePart` marks a file. */
  parts?: TObject
  /** What stands under `result` of the envelope. */
  result: TSchema
  /**
   * When it answers which code: codes beyond those that follow from access, input and the conventions, and its own reasons
   * for those.
   */
  errors?: Reasons
  /** 200 where absent. */
  status?: 201
  /** `form` takes JSON and x-www-form-urlencoded alike; `json` where absent. */
  body?: 'form' | 'multipart'
  /** Largest body in bytes where it is not `defaultBodyLimit`. */
  bodyLimit?: number
  /**
   * What is answered instead of the JSON envelope. `csv`: the whole list as a file, which the gateway asks the service for
   * piece by piece (`result: CsvPiece`); the list's own query filters and sorts it, `page` and `size` mean nothing to it.
   */
  response?: 'csv' | 'image' | 'live'
  /** `ignore` for senders whose fields we do not decide (webhooks, vendors). */
  unknownFields?: 'ignore'
  /** May be called at any rate. */
  unlimited?: true
  /** Takes `Idempotency-Key`; the owning service keeps the first answer for 24 h. */
  idempotent?: true
  /**
   * A single resource that carries `ETag`, or a whole list that counts its changes together; on PATCH and DELETE `If-Match`
   * is honoured.
   */
  versioned?: true
  /**
   * An answer that depends on the input alone: `ETag`, 304, and the gateway's cache, from which these events drop it before
   * its second is over. Of what a token opens (`image`) it is the answer to those who bring none.
   */
  cached?: readonly EventName[]
  /** Events that follow where it succeeds: the gateway that answers it drops at once what they drop. */
  emits?: readonly EventName[]
  /** Where it succeeds the caller's session is over: the gateway that answers knows it before anybody tells it. */
  endsSession?: true
  /** The caller proves itself by what stands in `Authorization`, which the owning service judges. */
  proof?: 'authorization'
  /**
   * Seconds that its answer may take once the owning service has taken it: it waits for a payment provider, or works on a
   * picture. A second and a half where absent.
   */
  timeoutSeconds?: number
  /** Exists only where the product runs for its developers, on a loopback address; outside of the reference and the client. */
  local?: true
}

/** Largest request body in bytes of an operation that names no limit of its own. */
export const defaultBodyLimit = 64 * 1024

export type ServiceName = 'member' | 'catalog' | 'orders' | 'recognition' | 'gateway'

export type Operation = Spec & { service: ServiceName; name: string; subject: `rpc.${string}.${string}` }
export type Input<O extends Operation> = Typed<O['input']>
export type Result<O extends Operation> = Typed<O['result']>
export type Operations = Record<string, Operation>

/** What an entry needs by its method and path. */
type RequiredFields<S extends Spec> = (S['http'] extends `${string}{${string}` ? { resource: Resource } : unknown) &
  (S['http'] extends `${Exclude<Method, 'GET'>} /admin/api/${string}` ? { audits: string | null } : unknown)

/** Names a service and its operations; the bus subject is derived, so that no input can ever reach one. */
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

/** Method, path and the names of its path parameters. */
export function route(op: Pick<Operation, 'http'>): { method: Method; path: string; parameters: string[] } {
  const [method, path] = op.http.split(' ') as [Method, string]
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) }
}

/** Whether a device's own id stands in its path, which must be that of the device that signs in. */
export function namesDevice(op: Pick<Operation, 'http' | 'access'>): boolean {
  return op.access === 'device' && route(op).parameters.includes('deviceId')
}

/** Whether the operation is part of the interface that others may rely on. */
export function isPublished(op: Pick<Operation, 'local'>): boolean {
  return op.local !== true
}

/** Where the input beyond the path travels. */
export function carriesBody(op: Pick<Operation, 'http'>): boolean {
  return !/^(GET|DELETE) /.test(op.http)
}
