import { randomUUID } from 'node:crypto'
import { freePort } from '@kingcar/localstack/ports'
import { type Failure, joinAdministrator, patiently, send } from '../http.ts'
import { type Product, startProduct } from '../product.ts'
import type { Scenario } from '../scenario-runner.ts'
import { startSecondInstance } from '../second-instance.ts'

/** Below an account's own limit from all addresses: a hundred in a quarter of an hour. */
const triesOfAccount = 50

export type Guesses = { tries: number; answers: number; known: number; unknown: number }

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Signs in with wrong passwords as existing and as unknown accounts in turn, each time from another address. */
export async function guessLogins(product: Product, tries: number): Promise<Guesses> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  await using _gateway = await startSecondInstance(product, 'gateway', {
    PORT: String(port),
    TRUST_PROXY: '127.0.0.1/32',
  })
  const answers = new Set<string>()
  const times = { known: [] as number[], unknown: [] as number[] }
  let email = ''
  for (let at = 0; at < tries; at++) {
    if (at % triesOfAccount === 0)
      email = (await joinAdministrator(product.ready.http, { name: '김관리', password: 'a long password' })).email
    const asked = { known: email, unknown: `${randomUUID()}@kingcar.test` }
    for (const who of at % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const headers = { 'x-forwarded-for': `198.51.${100 + (at >> 8)}.${at & 255}` }
      const body = { email: asked[who], password: 'a wrong password' }
      const began = performance.now()
      const reply = await patiently(() => send<Failure>(base, 'POST', '/admin/api/login', { body, headers }))
      times[who].push(performance.now() - began)
      answers.add(`${reply.status} ${reply.text.replace(reply.body.error.requestId, '')}`)
    }
  }
  const round = (ms: number) => Number(ms.toFixed(2))
  return { tries, answers: answers.size, known: round(median(times.known)), unknown: round(median(times.unknown)) }
}

export const guessing: Scenario = {
  about: '500 wrong logins each of existing and of unknown accounts: the same response in the same time',
  async run() {
    await using product = await startProduct()
    const figures = await guessLogins(product, 500)
    return [
      {
        name: 'guessing',
        figures,
        claims: {
          'all responses are identical, byte for byte': figures.answers === 1,
          'medians are within 10 ms': Math.abs(figures.known - figures.unknown) < 10,
        },
      },
    ]
  },
}
