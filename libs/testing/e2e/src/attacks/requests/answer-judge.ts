import type { Schema } from '../../openapi-document.ts'
import type { SentRequest } from './attack.ts'
import { codeOf, type Finding } from './finding.ts'
import { faultsOf } from './schema-checks.ts'
import type { Answer } from './send-request.ts'

/** Internal terms that no response may contain. */
const inside =
  /node_modules|\.ts:\d|\.mjs|FST_|ERR_|E(?:CONN|PIPE|NOENT|ACCES)|TIMEOUT|"503"|"message":"503"|postgres|drizzle|nats|jetstream|_INBOX|rpc\.|127\.0\.0\.1|localhost|sqlstate|syntax error|duplicate key|violates|relation "|column "|\bat \w+ \(|at async|Error:|Unexpected token|in JSON at|not valid JSON|Cannot read|is not a function|undefined|argon2|password_hash|field_versions|\/tmp\/|\/home\/|\/usr\/|\/src\//i

const everywhere: Readonly<Record<string, Schema>> = {}

/** Judges status, form, headers and words of responses against the document. */
export function createAnswerJudge() {
  const english = new Map<string, string>()
  return {
    judge(sent: SentRequest, answer: Answer, value: unknown): Finding[] {
      const own = [
        ...status(sent, answer, value),
        ...form(sent, answer, value),
        ...headers(sent, answer),
        ...words(answer),
      ]
      return [...own, ...judgeMessage(sent, answer, value, english)]
    },
  }
}

/** An error code must be a documented one with its documented message. */
function judgeMessage(
  sent: SentRequest,
  { status: given, headers: all }: Answer,
  value: unknown,
  english: Map<string, string>,
): Finding[] {
  const known = sent.attack.operation.codes[String(given)]
  const { error } = (value ?? {}) as Envelope
  if (!isKnownPlace(sent) || given < 400 || !known || typeof error?.code !== 'string') return []
  const { code } = error
  const claim = 'an error has the documented message'
  if (code === 'NOT_FOUND' && sent.attack.twist === 'path') return []
  if (!Object.hasOwn(known, code)) return [{ claim, detail: `${given} ${code} is not documented` }]
  const message = String(error.message)
  const isEnglish = all['content-language'] === 'en'
  const wanted = isEnglish ? (english.get(code) ?? message) : known[code]
  if (isEnglish) english.set(code, wanted ?? message)
  return message === wanted ? [] : [{ claim, detail: `${code}: ${message}` }]
}

const isKnownPlace = ({ attack: { address, method, operation } }: SentRequest) =>
  address === undefined && method === operation.method

function status(sent: SentRequest, { status: given, content }: Answer, value: unknown): Finding[] {
  const { operation, caller } = sent.attack
  const short = content.subarray(0, 300).toString()
  if (given >= 500 && !isJustified(sent, given, value)) {
    const load = given === 503 && codeOf(value) === 'UNAVAILABLE' ? { mayBeLoad: true as const } : {}
    return [{ claim: 'no internal error', detail: `${given} ${short}`, ...load }]
  }
  if (!isKnownPlace(sent)) {
    const refused = given === 404 || (given >= 400 && given < 500)
    return refused || sent.method === 'HEAD' || isOptions(sent) || isOtherOperation(sent, given)
      ? []
      : [{ claim: 'undocumented paths are not found', detail: `${given} ${short}` }]
  }
  if (Object.hasOwn(operation.answers, String(given))) return []
  if (given === 404 && sent.attack.twist === 'path') return [] // a path of another form matches no operation
  return [{ claim: 'the status is documented', detail: `${given} for ${caller} ${short}` }]
}

/** Operations that call another company's server, or that queue for password hashing. */
const asksOthers = [
  ...['joinMember', 'loginSocial', 'joinAdmin', 'loginAdmin', 'loginMember', 'changeAdminPassword', 'updateMe'],
  ...['resetPassword', 'resetAdminPassword', 'acceptInvitation', 'setUp'],
]

function isJustified({ attack: { operation } }: SentRequest, given: number, value: unknown): boolean {
  return given === 503 && codeOf(value) === 'UNAVAILABLE' && asksOthers.includes(operation.id)
}

const isOptions = ({ method }: SentRequest) => method === 'OPTIONS'

/** Another method of a path may be another operation that accepts the request by chance. */
const isOtherOperation = ({ attack: { address, method, operation } }: SentRequest, given: number) =>
  address === undefined && method !== operation.method && given < 400

function form(sent: SentRequest, { status: given, headers: all, content }: Answer, value: unknown): Finding[] {
  const { operation } = sent.attack
  const type = all['content-type'] ?? ''
  const wrong = (detail: string) => [{ claim: 'the response has the documented form', detail }]
  if (sent.method === 'HEAD') return content.length === 0 ? [] : wrong('HEAD with a body')
  if (given === 304 || given === 204) return content.length === 0 ? [] : wrong(`${given} with a body`)
  if (given >= 400) {
    if (!type.startsWith('application/json')) return wrong(`${given} of type ${type}`)
    const { error } = (value ?? {}) as Envelope
    if (error?.requestId !== all['x-request-id']) return wrong('two request ids')
    return envelope(value, given).map((detail) => ({ claim: 'every error has the envelope', detail }))
  }
  const types = (isKnownPlace(sent) && operation.answers[String(given)]) || everywhere
  const entry = Object.entries(types).find(([each]) => type.startsWith(each.replace('*', '')))
  if (!isKnownPlace(sent)) return []
  if (!entry) return wrong(`${given} of type ${type}`)
  const [documented, schema] = entry
  if (documented !== 'application/json') return []
  const faults = faultsOf(schema, value)
  return faults.length === 0 ? [] : wrong(JSON.stringify(faults.slice(0, 3)))
}

type Envelope = {
  success?: unknown
  error?: { code?: unknown; message?: unknown; requestId?: unknown; details?: unknown }
}
type Detail = { path?: unknown; message?: unknown }

const isDetail = (detail: unknown) => {
  const { path, message } = (detail ?? {}) as Detail
  return typeof path === 'string' && typeof message === 'string' && Object.keys(detail as object).length === 2
}

/** Errors of an error envelope; the statuses of codes are those of the contract. */
function envelope(value: unknown, given: number): string[] {
  const { success, error } = (value ?? {}) as Envelope
  if (success !== false || typeof error !== 'object' || error === null) return [`${given} is no envelope`]
  const { code, message, requestId, details, ...more } = error
  const faults: string[] = []
  if (Object.keys(value as object).length !== 2 || Object.keys(more).length > 0) faults.push('it has other fields')
  if (typeof code !== 'string' || typeof message !== 'string' || message === '')
    faults.push('it has no code or message')
  if (typeof requestId !== 'string' || requestId === '') faults.push('it has no id')
  if (details !== undefined && !(Array.isArray(details) && details.every(isDetail)))
    faults.push('its details are malformed')
  const known = codes[String(code)]
  if (known !== undefined && known !== given) faults.push(`${code} with ${given}`)
  return faults
}

/** Statuses of the codes that every operation may return (contract §1). */
const codes: Readonly<Record<string, number>> = {
  ...{
    VALIDATION_FAILED: 400,
    UNAUTHENTICATED: 401,
    TOKEN_EXPIRED: 401,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    CONFLICT: 409,
  },
  ...{ PAYLOAD_TOO_LARGE: 413, UNSUPPORTED_MEDIA_TYPE: 415, RATE_LIMITED: 429, INTERNAL: 500, UNAVAILABLE: 503 },
  ...{ IDEMPOTENCY_KEY_REUSED: 422, CHANGED_SINCE: 412 },
}

const goodRequestId = /^[A-Za-z0-9._-]{8,128}$/

function headers(
  { headers: asked, as, path, attack }: SentRequest,
  { status: given, headers: all }: Answer,
): Finding[] {
  const faults: string[] = []
  const id = all['x-request-id']
  const askedId = asked['x-request-id']
  if (id === undefined || !goodRequestId.test(id)) faults.push(`x-request-id ${id}`)
  else if (askedId !== undefined && goodRequestId.test(askedId) && id !== askedId) faults.push('another x-request-id')
  if (all['x-content-type-options'] !== 'nosniff') faults.push('no nosniff')
  if (all['x-powered-by'] ?? all.server ?? all['set-cookie']) faults.push('it names its software, or sets a cookie')
  if ((given === 429 || given === 503) && !/^[1-9]\d*$/.test(all['retry-after'] ?? '')) faults.push('no retry-after')
  if (given === 401 && all['www-authenticate'] === undefined) faults.push('no www-authenticate')
  if (given >= 400 && !['ko', 'en'].includes(all['content-language'] ?? '')) faults.push('no language')
  const cache = all['cache-control'] ?? ''
  const isShown = attack.operation.id === 'getImage' || path.startsWith('/api/images')
  if (as && given < 300 && !isShown && !/no-store|private/.test(cache))
    faults.push(`cache-control ${cache} for one caller`)
  if (!cache && given < 300) faults.push('no cache-control')
  if (JSON.stringify({ ...all, 'x-request-id': '' }).includes('evil.test')) faults.push('a request header is reflected')
  if (all['access-control-allow-origin']) faults.push('any origin may read it')
  return faults.map((detail) => ({ claim: 'headers are correct', detail }))
}

function words({ status: given, content }: Answer): Finding[] {
  if (given < 400) return []
  const found = inside.exec(content.toString().replace(/"requestId":"[^"]*"/, ''))
  return found
    ? [{ claim: 'no internals are disclosed', detail: `${given}: ${found[0]} in ${content.subarray(0, 300)}` }]
    : []
}
