/* Failed calls as curl commands that a developer can repeat, without the token and without secrets in the body. */

/** More failures than one page shows at a time. */
const maxCommands = 20

const commands = new Map<string, string>()

/** Stores a failed call under its request id. */
export function recordFailedCall(response: Response, request: RequestInit | undefined): void {
  const requestId = response.headers.get('x-request-id')
  if (response.ok || requestId === null) return
  commands.set(requestId, curlOf(response.url, request))
  for (const oldest of commands.keys()) {
    if (commands.size <= maxCommands) break
    commands.delete(oldest)
  }
}

/** The curl command of a failed call; undefined if it is not stored. */
export const curlOfFailedCall = (requestId: string): string | undefined => commands.get(requestId)

/** A request as a curl command for a POSIX shell: `$TOKEN` replaces the token, `…` a secret. */
export function curlOf(url: string, { method = 'GET', headers, body }: RequestInit = {}): string {
  const parts = [`curl -X ${method} ${quoted(url)}`]
  for (const [name, value] of new Headers(headers)) {
    parts.push(name === 'authorization' ? '-H "authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`)
  }
  if (typeof body === 'string') parts.push(`--data-raw ${quoted(withoutSecrets(body))}`)
  return parts.join(' \\\n  ')
}

/** Quotes one word for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const secret = /password|secret|token|code/i
/** The account to which money is refunded: an object of personal data. */
const account = 'refundAccount'

function withoutSecrets(json: string): string {
  const hidden = (name: string, value: unknown) =>
    name === account || (secret.test(name) && typeof value === 'string') ? '…' : value
  return JSON.stringify(JSON.parse(json), hidden)
}
