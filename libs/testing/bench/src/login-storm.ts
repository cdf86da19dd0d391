import { setTimeout as wait } from 'node:timers/promises'

/**
 * Clients that sign in repeatedly, each with its own account, and wait as the `Retry-After` of a refusal asks:
 * `login-storm.ts <url> <seconds>`, accounts as JSON on standard input. Prints how many signed in and how many were
 * asked to wait.
 */
type Account = { email: string; password: string }

const [url = '', seconds = '1'] = process.argv.slice(2)
let input = ''
for await (const text of process.stdin.setEncoding('utf8')) input += String(text)
const accounts = JSON.parse(input) as Account[]
const until = performance.now() + Number(seconds) * 1_000
const counts = { signedIn: 0, told: 0, failed: 0 }

async function signInOverAndOver(account: Account): Promise<void> {
  while (performance.now() < until) {
    const reply = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    await reply.arrayBuffer()
    if (reply.status === 200) counts.signedIn += 1
    else if (reply.status === 503) {
      counts.told += 1
      await wait(Number(reply.headers.get('retry-after')) * 1_000)
    } else counts.failed += 1
  }
}

await Promise.all(accounts.map(signInOverAndOver))
console.log(JSON.stringify(counts))
process.exit()
