import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { Slice } from './load.ts'

const { url, requests, connections, seconds } = JSON.parse(await text(process.stdin)) as {
  url: string
  requests: autocannon.Request[]
  connections: number
  seconds: number
}
/**
 * Each connection sends its own part of the requests: building every request for every connection takes longer than a
 * slice.
 */
const parts = Array.from({ length: connections }, (_, connection) => {
  const own = requests.filter((_request, at) => at % connections === connection)
  return own.length > 0 ? own : structuredClone(requests)
})
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  sampleInt: Math.min(1_000, seconds * 1_000), // the interval at which autocannon checks for the end of the run
  idReplacement: requests.some(({ path, headers }) => JSON.stringify([path, headers]).includes('[<id>]')),
  setupClient: (client) => client.setRequests(parts.pop() as autocannon.Request[]),
})
const slice: Slice = {
  requestsPerSecond: result.requests.total / result.duration,
  requests: result.requests.total,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failures: result['4xx'] + result['5xx'] + result.errors + result.timeouts, // counted as wrk counts them
}
process.stdout.write(JSON.stringify(slice))
