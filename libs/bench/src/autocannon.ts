import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { Slice, Target } from './load.ts'

const { url, paths, headers, connections, seconds } = JSON.parse(await text(process.stdin)) as Target & {
  connections: number
  seconds: number
}
/** Each connection asks for a part of its own: to build every request for every connection takes longer than a slice. */
const parts = Array.from({ length: connections }, (_, connection) => {
  const own = paths.filter((_path, at) => at % connections === connection)
  return (own.length > 0 ? own : paths).map((path) => ({ method: 'GET' as const, path, headers }))
})
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  setupClient: (client) => client.setRequests(parts.pop() as autocannon.Request[]),
})
const slice: Slice = {
  requestsPerSecond: result.requests.total / result.duration,
  requests: result.requests.total,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failures: result.non2xx + result.errors + result.timeouts,
}
process.stdout.write(JSON.stringify(slice))
