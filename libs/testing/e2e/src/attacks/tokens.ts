import { createPrivateKey } from 'node:crypto'
import { forgedTokens } from '@kingcar/testing/forgeries'
import { goodClaims, goodHeader, signed } from '@kingcar/testing/tokens'
import { ownAdminOf, resultOf, signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import { type Product, startProduct } from '../product.ts'
import { secretsOf } from '../product-secrets.ts'
import { exchange, forEachConcurrently, rawRequest, upgradeHeaders } from '../raw-http.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'

/** Statuses of a call and a live socket for bad tokens, and the tokens that were accepted. */
export type TokenAttacks = { tried: number; control: number[]; accepted: string[]; wrongly: string[] }

const path = '/admin/api/admins'
const overHttp = (base: string, token: string) =>
  exchange(base, rawRequest(`GET ${path}`, { Authorization: `Bearer ${token}`, Connection: 'close' }))
const overSocket = (base: string, token: string) =>
  exchange(base, rawRequest('GET /admin/api/live', upgradeHeaders(token)), 1_000)

/** Tokens that are no longer valid, or valid for another purpose. */
async function misused({ ready }: Product): Promise<Record<string, string>> {
  const { http, email, password } = ready
  const [ended, open, member] = [
    await signIn(http, email, password),
    await signIn(http, email, password),
    await joinMember(http),
  ]
  await resultOf(http, 'POST', '/admin/api/logout', { token: ended.accessToken, body: ended })
  return {
    'of a session that ended': ended.accessToken,
    'for a new pair': open.refreshToken,
    'for a new pair, of a member': member.refreshToken,
    'of a member': member.accessToken,
    'two in one header': `${ended.accessToken}, ${open.accessToken}`,
    'behind a tab': `\t${ended.accessToken}`,
    'in wide letters': open.accessToken.replace('e', 'ｅ'),
    'longer than all headers may be': 'x'.repeat(20_000),
  }
}

/** Sends every bad token to a call and to the live socket, as raw bytes. */
export async function tokenAttacks(product: Product): Promise<TokenAttacks> {
  const { http, email, password } = product.ready
  const key = createPrivateKey((await secretsOf(product)).jwtPrivateKey)
  const forged = Object.entries(forgedTokens(key)).map(([name, make]): [string, string] => [name, make()])
  const { accessToken } = await signIn(http, email, password)
  const good = signed(goodHeader, goodClaims({ sub: (await ownAdminOf(http, accessToken)).id }), key)
  const control = [(await overHttp(http, good)).statuses[0] ?? 0, (await overSocket(http, good)).statuses[0] ?? 0]
  const accepted: string[] = []
  const wrongly: string[] = []
  const all = [...forged, ...Object.entries(await misused(product))]
  await forEachConcurrently(all, 8, async ([name, token]) => {
    for (const [door, brought] of Object.entries({ HTTP: overHttp, socket: overSocket })) {
      const { statuses } = await brought(http, token)
      const told = `${door}: ${name}: ${statuses.join()}`
      if (statuses.some((status) => status < 400)) accepted.push(told)
      const expected = [401, name === 'of a member' ? 403 : 401, name.startsWith('longer') ? 400 : 401]
      if (statuses.length !== 1 || !expected.includes(statuses[0] as number)) wrongly.push(told)
    }
  })
  return { tried: all.length, control, accepted, wrongly }
}

export const tokens: Scenario = {
  about: 'forged and misused tokens of every kind, at a call and at the live socket, as raw bytes',
  async run() {
    await using product = await startProduct()
    const { tried, control, accepted, wrongly } = await tokenAttacks(product)
    const { claims, cases = [] } = nothingFound({ accepted, 'response other than 401': wrongly })
    const isControlled = control.join() === '200,101'
    return [
      {
        name: 'tokens',
        figures: { tried },
        claims: { ...claims, 'a valid token is accepted by both': isControlled },
        cases,
      },
    ]
  },
}
