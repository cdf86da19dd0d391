import type { IncomingMessage } from 'node:http'

/** Milliseconds between two measurements of the bytes received. A body that arrives within the first interval is not limited. */
const defaultInterval = 10_000
/** Intervals over which the rate is averaged, so that a short pause of a mobile network does not end an upload. */
const averaged = 3

/** The lowest accepted rate of a body in bytes per second: a sixth of 1 Mbit/s. */
export const leastBodyRate = 20_000

/** Whether a request has a body, by its headers. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Measures the rate at which a request's body arrives, averaged over the last 30 seconds or since it began. The time of the
 * whole body is not limited: an upload of the maximum size takes 84 s at 1 Mbit/s.
 * @param onSlow called once, when the rate falls below `leastBodyRate`
 * @param interval milliseconds between two measurements
 */
export function watchBodyRate(request: IncomingMessage, onSlow: () => void, interval = defaultInterval): void {
  if (!hasBody(request)) return
  const { socket } = request
  const received = [socket.bytesRead]
  const timer = setInterval(() => {
    const bytes = socket.bytesRead
    const before = received.at(-averaged) ?? received[0] ?? 0
    const milliseconds = Math.min(received.length, averaged) * interval
    received.push(bytes)
    if ((bytes - before) * 1_000 >= leastBodyRate * milliseconds) return
    clearInterval(timer)
    onSlow()
  }, interval)
  for (const end of ['end', 'close']) request.once(end, () => clearInterval(timer))
}
