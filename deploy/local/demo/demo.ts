import { existsSync, readFileSync } from 'node:fs'
import { demoRecognizerName } from '@kingcar/contract'
import { writeDurably } from '@kingcar/localstack/durable-file'
import type { Gateway } from './gateway-client.ts'
import { ensureTermsAndBanners } from './terms-and-banners.ts'

export const demoEmail = 'admin@kingcar.test'
const wellKnownPassword = 'kingcar-demo-1234'

export type DemoOptions = {
  gateway: Gateway
  /** File of the demo's state. */
  file: string
  /** File that gets the demo's recognizer, in the format of `npm run recognizer -- --devices`. */
  devicesFile: string
  joinCode: string
  /** True if other machines can reach the product; the well-known password is then not used. */
  open: boolean
  /** Password of the administrator if `open`. */
  secretPassword: string
}

/** `password` is null if it was shown at its creation, or the administrator changed it. */
export type Demo = {
  email: string
  password: string | null
  recognizer: { storeId: string; deviceId: string; secret: string } | null
  stores: { id: string; name: string }[]
}

type State = { password: string; recognizer: Demo['recognizer'] }

/** At the first start, creates the demo's administrator, terms, banners and recognizer over HTTP, after `storeDemo`; later only reads them. */
export async function ensureDemo(options: DemoOptions): Promise<Demo> {
  const { gateway, file, devicesFile, open } = options
  const state = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : undefined
  if (!state) return createDemo(options)
  const password =
    open && state.password === wellKnownPassword ? await replaceWellKnownPassword(options, state) : undefined
  if (state.recognizer && !existsSync(devicesFile)) writeDurably(devicesFile, JSON.stringify([state.recognizer]))
  const stores = await listStores(gateway)
  const hasStore = stores.some(({ id }) => id === state.recognizer?.storeId) // otherwise the recognizer was removed with it
  return {
    email: demoEmail,
    password: password ?? (open || !(await isCurrent(gateway, state.password)) ? null : state.password),
    recognizer: open || !hasStore ? null : state.recognizer,
    stores,
  }
}

async function createDemo({ gateway, file, devicesFile, joinCode, open, secretPassword }: DemoOptions): Promise<Demo> {
  const password = open ? secretPassword : wellKnownPassword
  const joined = await gateway.send('POST', '/admin/api/join', {
    body: { email: demoEmail, password, name: '데모 관리자', joinCode },
  })
  if (joined.status !== 201 && joined.code !== 'EMAIL_TAKEN')
    throw new Error(`The demo's administrator could not be created: ${joined.text}`)
  const token = await signIn(gateway, password)
  if (!token) throw new Error(`${demoEmail} already exists with another password than the demo's`)
  await ensureTermsAndBanners(gateway, token)
  const all = await listStores(gateway, token) // as administrator: responses for members may be a second old
  const recognizer = await createRecognizer(gateway, token, all[0]?.id ?? '')
  writeDurably(devicesFile, JSON.stringify([recognizer]))
  writeDurably(file, JSON.stringify({ password, recognizer } satisfies State))
  return { email: demoEmail, password, recognizer, stores: all }
}

async function createRecognizer(gateway: Gateway, token: string, storeId: string): Promise<Demo['recognizer']> {
  const made = await gateway.send<{ id: string; secret: string }>('POST', '/admin/api/devices', {
    body: { storeId, name: demoRecognizerName },
    token,
  })
  if (!made.result) throw new Error(`The demo's recognizer could not be created: ${made.text}`)
  return { storeId, deviceId: made.result.id, secret: made.result.secret }
}

/** Called when other machines can reach a demo that was created on loopback. Returns the new password, if it was changed. */
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

/** Whether the administrator still has this password. Ends the session of the attempt. */
async function isCurrent(gateway: Gateway, password: string): Promise<boolean> {
  const token = await signIn(gateway, password)
  if (token) await gateway.send('POST', '/admin/api/logout', { body: {}, token })
  return token !== undefined
}

async function signIn(gateway: Gateway, password: string): Promise<string | undefined> {
  const reply = await gateway.send<{ accessToken: string }>('POST', '/admin/api/login', {
    body: { email: demoEmail, password },
  })
  if (reply.status === 200) return reply.result?.accessToken
  if (reply.code === 'LOGIN_FAILED') return undefined
  throw new Error(`The demo's administrator could not sign in: ${reply.text}`)
}

/** Lists stores as a member, or with a token as an administrator. */
async function listStores(gateway: Gateway, token?: string): Promise<Demo['stores']> {
  const path = `${token ? '/admin' : ''}/api/stores?size=100&sort=createdAt,asc`
  const reply = await gateway.send<{ content: Demo['stores'] }>('GET', path, token ? { token } : {})
  if (!reply.result) throw new Error(`The stores could not be listed: ${reply.text}`)
  return reply.result.content.map(({ id, name }) => ({ id, name }))
}
