import { freePort } from '@kingcar/localstack/ports'
import { WebSocket } from 'ws'
import { type Product, startProduct } from '../product.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'
import { startSecondInstance } from '../second-instance.ts'
import { tokenMaker } from './sockets.ts'

const listed = 'https://app.kingcar.test'
/** Origins that are neither KingCar's nor listed, most of them similar. */
const strangers = [
  ...['null', '*', 'x', 'file://', 'https://evil.test', 'http://app.kingcar.test'],
  ...['https://app.kingcar.test.evil.test', 'https://evilapp.kingcar.test', 'https://app.kingcar.testx'],
  ...['https://app-kingcar.test', 'https://kingcar.test', 'https://x.app.kingcar.test'],
  ...['https://app.kingcar.test:8443', 'https://app.kingcar.test@evil.test'],
  ...['https://evil.test/https://app.kingcar.test', 'https://app.kingcar.test/', 'https://app.kingcar.test.'],
  ...['https://APP.kingcar.test', 'https://app.kingcar.test, https://evil.test'],
  ...['https://app.kingcar.test%00.evil.test', 'wss://app.kingcar.test', 'http://localhost', 'http://127.0.0.1'],
  ...['http://[::1]', 'chrome-extension://abcdefghijklmnop'],
]

export type OriginAttacks = { tried: number; let: string[]; control: string[] }

/** Origins that may read a response: the gateway's headers for a preflight and for a call. */
async function allowed(base: string, origin: string): Promise<string[]> {
  const asks = { origin, 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' }
  const replies = await Promise.all([
    fetch(`${base}/api/stores`, { headers: { origin } }),
    fetch(`${base}/admin/api/stores`, { method: 'OPTIONS', headers: asks }),
  ])
  return replies.flatMap(({ headers }) =>
    [...headers]
      .filter(([name]) => /^access-control-allow-(origin|credentials)$/.test(name))
      .map((pair) => pair.join(': ')),
  )
}

/** True if a page of this origin can open a live socket with a valid token. */
const opens = (base: string, token: string, origin: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(
      `${base.replace('http', 'ws')}/admin/api/live`,
      ['kingcar.live.v1', `bearer.${token}`],
      { headers: { origin } },
    )
    socket.on('open', () => resolve(true)).on('error', () => resolve(false))
    socket.on('open', () => socket.terminate())
  })

/** Calls and opens sockets as a browser does for pages of other origins. */
export async function originAttacks(product: Product): Promise<OriginAttacks> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  await using _gateway = await startSecondInstance(product, 'gateway', { PORT: String(port), CORS_ORIGINS: listed })
  const newToken = await tokenMaker(product)
  const found: string[] = []
  for (const origin of strangers) {
    for (const header of await allowed(base, origin)) found.push(`${origin}: ${header}`)
    if (await opens(base, newToken(), origin)) found.push(`${origin}: live socket`)
  }
  const control = [...new Set(await allowed(base, listed))]
  for (const origin of [listed, base])
    if (await opens(base, newToken(), origin)) control.push(`socket: ${origin === base ? 'own' : origin}`)
  return { tried: strangers.length, let: found, control }
}

export const origins: Scenario = {
  about: 'pages of 25 other origins, as their browsers call and open sockets',
  async run() {
    await using product = await startProduct()
    const { tried, control, let: found } = await originAttacks(product)
    const { claims, cases = [] } = nothingFound({ accepted: found })
    const isControlled = control.join('; ') === welcome
    return [
      {
        name: 'origins',
        figures: { tried },
        claims: { ...claims, "listed origins and the product's own origin work": isControlled },
        cases: [...cases, ...(isControlled ? [] : [control])],
      },
    ]
  },
}

/** What a listed origin receives, and which origins get a socket. */
export const welcome = `access-control-allow-origin: ${listed}; socket: ${listed}; socket: own`
