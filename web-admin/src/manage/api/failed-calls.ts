/*
 * Calls that failed, as commands that a developer can repeat: what was asked, without the token and without what a person
 * typed as a secret.
 */

/** Failures that are kept; each has its panel on show, or just had. */
const memory = 20

const commands = new Map<string, string>()

/** Keeps a refused call under its request id. */
export function recordFailedCall(answer: Response, asked: RequestInit | undefined): void {
  const requestId = answer.headers.get('x-request-id')
  if (answer.ok || requestId === null) return
  commands.set(requestId, curlOf(answer.url, asked))
  for (const oldest of commands.keys()) {
    if (commands.size <= memory) break
    commands.delete(oldest)
  }
}

/** The call that was answered under a request id; undefined for one that was not kept. */
export const curlOfFailedCall = (requestId: string): string | undefined => commands.get(requestId)

/** A request as a command of curl for a shell: `$TOKEN` stands where its token stood, `…` where a secret did. */
export function curlOf(url: string, { method = 'GET', headers, body }: RequestInit = {}): string {
  const parts = [`curl -X ${method} ${quoted(url)}`]
  for (const [name, value] of new Headers(headers)) {
    parts.push(name === 'authorization' ? '-H "authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`)
  }
  if (typeof body === 'string') parts.push(`--data-raw ${quoted(withoutSecrets(body))}`)
  return parts.join(' \\\n  ')
}

/** One word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const secret = /password|secret|token|code/i

function withoutSecrets(json: string): string {
  const hidden = (name: string, value: unknown) => (secret.test(name) && typeof value === 'string' ? '…' : value)
  return JSON.stringify(JSON.parse(json), hidden)
}
