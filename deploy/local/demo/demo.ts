import { existsSync, readFileSync } from 'node:fs'
import { writeDurably } from '@kingcar/localstack/durable-file'
import { ensureCatalog } from './catalog.ts'
import type { Gateway } from './gateway-client.ts'
import { ensureSubscription } from './subscription.ts'

export const demoEmail = 'admin@kingcar.test'
const wellKnownPassword = 'kingcar-demo-1234'

export type DemoOptions = {
  gateway: Gateway
  /** Where the demo's state is kept. */
  file: string
  joinCode: string
  /** Whether others can reach us: the well-known password would let them in. */
  open: boolean
  /** Used instead of it then. */
  secretPassword: string
}

/** `password` is null where it is not ours to show: it was shown when it was made, or the administrator changed it. */
export type Demo = {
  email: string
  password: string | null
  recognizer: { storeId: string; deviceId: string; secret: string } | null
  stores: { id: string; name: string }[]
}

type State = { password: string; recognizer: Demo['recognizer'] }

/** Makes the demo's administrator, catalog and a member's subscription at the first start, over HTTP as anybody would; later it only looks. */
export async function ensureDemo(options: DemoOptions): Promise<Demo> {
  const { gateway, file, open } = options
  const state = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : undefined
  if (!state) return createDemo(options)
  const password =
    open && state.password === wellKnownPassword ? await replaceWellKnownPassword(options, state) : undefined
  return {
    email: demoEmail,
    password: password ?? (open ? null : state.password),
    recognizer: open ? null : state.recognizer,
    stores: await listStores(gateway),
  }
}

async function createDemo({ gateway, file, joinCode, open, secretPassword }: DemoOptions): Promise<Demo> {
  const password = open ? secretPassword : wellKnownPassword
  const joined = await gateway.send('POST', '/admin/api/join', {
    body: { email: demoEmail, password, name: '데모 관리자', joinCode },
  })
  if (joined.status !== 201 && joined.code !== 'EMAIL_TAKEN')
    throw new Error(`The demo's administrator: ${joined.text}`)
  const token = await signIn(gateway, password)
  if (!token) throw new Error(`${demoEmail} is there and has another password than the demo's`)
  await ensureCatalog(gateway, token)
  await ensureSubscription(gateway, token)
  const all = await listStores(gateway, token) // of what members see an answer may be a second old
  const recognizer = await createRecognizer(gateway, token, all[0]?.id ?? '')
  writeDurably(file, JSON.stringify({ password, recognizer } satisfies State))
  return { email: demoEmail, password, recognizer, stores: all }
}

async function createRecognizer(gateway: Gateway, token: string, storeId: string): Promise<Demo['recognizer']> {
  const made = await gateway.send<{ id: string; secret: string }>('POST', '/admin/api/devices', {
    body: { storeId, name: '데모 인식기' },
    token,
  })
  if (!made.result) throw new Error(`The demo's recognizer: ${made.text}`)
  return { storeId, deviceId: made.result.id, secret: made.result.secret }
}

/** The data was made on a loopback address, and others can reach us now: the known password must go. */
async function replaceWellKnownPassword(
  { gateway, file, secretPassword }: DemoOptions,
  state: State,
): Promise<string | undefined> {
  const token = await signIn(gateway, state.password)
  const body = { currentPassword: state.password, newPassword: secretPassword }
  const changed = token ? await gateway.send('POST', '/admin/api/me/password', { body, token }) : undefined
  if (changed && changed.status !== 200) throw new Error(`The demo's password could not be changed: ${changed.text}`)
  writeDurably(file, JSON.stringify({ ...state, password: secretPassword } satisfies State))
  return changed ? secretPassword : undefined
}

async function signIn(gateway: Gateway, password: string): Promise<string | undefined> {
  const reply = await gateway.send<{ accessToken: string }>('POST', '/admin/api/login', {
    body: { email: demoEmail, password },
  })
  if (reply.status === 200) return reply.result?.accessToken
  if (reply.code === 'LOGIN_FAILED') return undefined
  throw new Error(`The demo's sign-in: ${reply.text}`)
}

/** As members see them, or with a token as an administrator does. */
async function listStores(gateway: Gateway, token?: string): Promise<Demo['stores']> {
  const path = `${token ? '/admin' : ''}/api/stores?size=100&sort=createdAt,asc`
  const reply = await gateway.send<{ content: Demo['stores'] }>('GET', path, token ? { token } : {})
  if (!reply.result) throw new Error(`The list of stores: ${reply.text}`)
  return reply.result.content.map(({ id, name }) => ({ id, name }))
}
