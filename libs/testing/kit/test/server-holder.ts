import { startTestNats } from '../src/nats.ts'

/** Starts a nats-server, prints its address, and waits to be killed. */
const { url } = await startTestNats()
process.stdout.write(`${url}\n`)
setInterval(() => undefined, 60_000)
