import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasProgram, startHaproxy } from '../haproxy.ts'
import { type Failure, send } from '../http.ts'
import { type Product, startProduct } from '../product.ts'
import { type Exchange, exchange, forEachConcurrently } from '../raw-http.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'
import { cleanCases, smugglingCases } from './smuggling-cases.ts'

export type Smuggling = {
  tried: number
  /** Connections with two responses, or with one that is neither a refusal nor the response to the first request. */
  answered: string[]
  /** Connections that were left open. */
  open: string[]
  /** Well-formed connections with a wrong response. */
  refused: string[]
  /** Requests in the log that can only come from smuggling. */
  served: string[]
}

/** The proxy's statuses for what the gateway does not accept as a request: its 400, or a tunnel that it closes. */
const refusals = new Set([400, 502])
const shown = ({ statuses, closed }: Exchange) => `${statuses.join()}${closed ? '' : ', open'}`
/** A body may take as long as a slow sender may. */
const patience = 12_000

/**
 * Sends bytes that are two requests to one parser and one to another; each gets one response at most, and its
 * connection ends.
 */
export async function smugglingAttacks(product: Product): Promise<Smuggling> {
  const { http } = product.ready
  const found: Smuggling = { tried: 0, answered: [], open: [], refused: [], served: [] }
  await forEachConcurrently(smugglingCases, 16, async ({ name, bytes }) => {
    const answer = await exchange(http, bytes, patience)
    const [status = 400, ...more] = answer.statuses
    if (more.some((each) => each < 400) || ![200, 400, 401, 404, 413, 431].includes(status))
      found.answered.push(`${name}: ${shown(answer)}`)
    if (!answer.closed) found.open.push(`${name}: ${shown(answer)}`)
  })
  await forEachConcurrently(cleanCases, 8, async ({ name, bytes, answers }) => {
    const answer = await exchange(http, bytes, patience)
    if (answer.statuses.join() !== answers.join() || !answer.closed) found.refused.push(`${name}: ${shown(answer)}`)
  })
  found.tried = smugglingCases.length + cleanCases.length
  found.served = (await linesOf(product))
    .filter(({ requestId }) => requestId.startsWith('smuggled'))
    .map(({ requestId, operation }) => `${requestId} ${operation}`)
  return found
}

type Line = { requestId: string; operation: string; status: number }

/** The gateway's request log, once all of it is written. */
export async function linesOf({ dataDir }: Product): Promise<Line[]> {
  await wait(300) // lines are written ten times a second
  const log = await readFile(join(dataDir, 'logs', 'gateway.log'), 'utf8')
  const lines = log.split('\n').filter((line) => line.includes('"msg":"request"'))
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Responses that a client behind the proxy received although they were for another client. */
type OwnResponses = { stop(): Promise<{ calls: number; mixed: string[] }> }

/** Calls through the proxy as an ordinary client, and checks that the responses are its own. */
function watchAnswers(url: string): OwnResponses {
  const mixed: string[] = []
  let calls = 0
  let stopped = false
  const running = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (; !stopped; calls += 1) {
        const { headers, body, text } = await send<Failure>(url, 'GET', `/api/stores/${randomUUID()}`)
        const [own, answered] = [headers.get('x-proxy-id'), headers.get('x-request-id')]
        if (own === null || own !== answered || body?.error?.requestId !== own) mixed.push(`${own}: ${text}`)
      }
    }),
  )
  return {
    async stop() {
      stopped = true
      await running
      return { calls, mixed }
    },
  }
}

export type ProxySmuggling = {
  /** Requests that the proxy forwarded, and those that the gateway logged. */
  handedOn: number
  answered: number
  calls: number
  /** Logged requests that the proxy did not forward: they were hidden in others. */
  unknown: string[]
  /** Requests with two responses, or forwarded with neither a response nor a refusal. */
  miscounted: string[]
  /** Responses that an ordinary client received for another client. */
  mixed: string[]
}

/** The same through haproxy, which shares its connections to the gateway among all clients. */
export async function smugglingThroughProxy(product: Product): Promise<ProxySmuggling> {
  const before = (await linesOf(product)).length
  await using proxy = await startHaproxy(product.ready.http)
  const watch = watchAnswers(proxy.url)
  await forEachConcurrently([...smugglingCases, ...cleanCases], 16, async ({ bytes }) => {
    await exchange(proxy.url, bytes, 3_000) // the proxy itself waits longer
  })
  const { calls, mixed } = await watch.stop()
  await wait(7_000) // the proxy logs a request when its connection ends, which not all clients did
  const lines = (await linesOf(product)).slice(before).map(({ requestId }) => requestId)
  const handedOn = proxy.passed().filter((each) => each.handedOn)
  const known = new Set(handedOn.map(({ id }) => id))
  const answered = new Set(lines)
  return {
    handedOn: handedOn.length,
    answered: lines.length,
    calls,
    unknown: lines.filter((id) => !known.has(id)),
    miscounted: [
      ...lines.filter((id, at) => lines.indexOf(id) !== at),
      ...handedOn
        .filter(({ id, status }) => !answered.has(id) && !refusals.has(status))
        .map(({ id, status }) => `${id} ${status}`),
    ],
    mixed,
  }
}

export const smuggling: Scenario = {
  about: 'requests hidden in requests, to the gateway itself and through haproxy',
  async run({ log }) {
    await using product = await startProduct()
    const { tried, ...findings } = await smugglingAttacks(product)
    const direct = { name: 'smuggling', figures: { tried }, ...nothingFound(findings) }
    if (!hasProgram('haproxy')) {
      log('haproxy is not installed: skipping requests hidden from a proxy')
      return [direct]
    }
    const { handedOn, answered, calls, ...mixtures } = await smugglingThroughProxy(product)
    return [direct, { name: 'through haproxy', figures: { handedOn, answered, calls }, ...nothingFound(mixtures) }]
  },
}
