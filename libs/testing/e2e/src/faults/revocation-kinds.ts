import { randomUUID } from 'node:crypto'
import { connect } from 'nats'
import { joinAdministrator, type Reply, resultOf, send, signIn, type Tokens } from '../http.ts'
import { joinMember } from '../member.ts'
import type { Ready } from '../product.ts'
import type { Device } from '../recognizer.ts'

/** What a gateway, or nats-server, says about a right: a `failed` probe proves neither. */
export type Verdict = 'accepted' | 'rejected' | 'failed'

/** A right that is taken away, and where it would work. */
export type Right = {
  kind: string
  /** Takes the right away, at this gateway. */
  revoke(base: string): Promise<Reply>
  /** Whether the right works, at each place. */
  probes: readonly (() => Promise<Verdict>)[]
}

/** Milliseconds that a probe or a revocation waits for its response. */
const patience = 10_000

const password = 'a long password'

/** Gives rights of each kind, all of which work. */
export async function openRights(ready: Ready, gateways: readonly { url: string }[]) {
  const base = ready.http
  const urls = gateways.map(({ url }) => url)
  const { accessToken: root } = await signIn(base, ready.email, ready.password)
  const storeId = ready.stores[0]?.id as string
  const ask = (at: string, method: string, path: string, token: string, body?: unknown) =>
    send(at, method, path, { token, ...(body !== undefined && { body }), signal: AbortSignal.timeout(patience) })
  const withToken = (path: string, token: string) => urls.map((url) => () => verdictOf(ask(url, 'GET', path, token)))

  const memberSession = async () => {
    const { id, accessToken, refreshToken, email } = await joinMember(base, { password })
    return { id, email, accessToken, refreshToken, probes: withToken('/api/me', accessToken) }
  }
  const device = (): Promise<Device> =>
    resultOf(base, 'POST', '/admin/api/devices', { token: root, body: { storeId, name: '출입구' } })
  const probesOfDevice = (own: Device) => [
    () => signInAsDevice(ready.nats, own),
    ...urls.map((url) => () => {
      const authorization = `Basic ${Buffer.from(`${own.id}:${own.secret}`).toString('base64')}`
      const path = `/api/recognition/adapters/openalpr/${own.id}`
      const options = { headers: { authorization }, body: newEvent(), signal: AbortSignal.timeout(patience) }
      return verdictOf(send(url, 'POST', path, options))
    }),
  ]

  const kinds: Record<string, () => Promise<Omit<Right, 'kind'>>> = {
    'session ended by its member': async () => {
      const { accessToken, refreshToken, probes } = await memberSession()
      return { revoke: (at) => ask(at, 'POST', '/api/logout', accessToken, { accessToken, refreshToken }), probes }
    },
    'sessions ended by an administrator': async () => {
      const { id, probes } = await memberSession()
      return { revoke: (at) => ask(at, 'DELETE', `/admin/api/members/${id}/sessions`, root), probes }
    },
    'password changed': async () => {
      const { email, accessToken: own } = await memberSession()
      const other = await resultOf<Tokens>(base, 'POST', '/api/login', { body: { email, password } })
      const change = { currentPassword: password, newPassword: `${password} 2` }
      return {
        revoke: (at) => ask(at, 'PATCH', '/api/me', own, change),
        probes: withToken('/api/me', other.accessToken),
      }
    },
    'member left': async () => {
      const { accessToken, probes } = await memberSession()
      return { revoke: (at) => ask(at, 'DELETE', '/api/me', accessToken, { confirm: true }), probes }
    },
    'administrator disabled': async () => {
      const { id, email } = await joinAdministrator(base, { name: '김관리', password })
      const { accessToken } = await signIn(base, email, password)
      return {
        revoke: (at) => ask(at, 'PATCH', `/admin/api/admins/${id}`, root, { disabled: true }),
        probes: withToken('/admin/api/stores?size=1', accessToken),
      }
    },
    'wall screen removed': async () => {
      const body = { storeId, name: '벽' }
      const screen = await resultOf<Tokens & { screenId: string }>(base, 'POST', '/admin/api/screens/session', {
        ...{ token: root, body },
      })
      return {
        revoke: (at) => ask(at, 'DELETE', `/admin/api/screens/${screen.screenId}`, root),
        probes: withToken('/admin/api/screens/own/store', screen.accessToken),
      }
    },
    'device deleted': async () => {
      const own = await device()
      return { revoke: (at) => ask(at, 'DELETE', `/admin/api/devices/${own.id}`, root), probes: probesOfDevice(own) }
    },
    'device rotated': async () => {
      const own = await device()
      return {
        revoke: (at) => ask(at, 'POST', `/admin/api/devices/${own.id}/rotate`, root),
        probes: probesOfDevice(own),
      }
    },
  }

  return {
    kinds: Object.keys(kinds),
    give: (names: readonly string[]): Promise<Right[]> =>
      Promise.all(names.map(async (kind) => ({ kind, ...(await (kinds[kind] as (typeof kinds)[string])()) }))),
    /** True if every gateway reads the tables of member and recognition. */
    isWhole: async () => {
      const paths = ['/admin/api/admins', '/admin/api/devices?size=1']
      const asked = urls.flatMap((url) => paths.map((path) => ask(url, 'GET', path, root)))
      return (await Promise.allSettled(asked)).every((each) => each.status === 'fulfilled' && each.value.status === 200)
    },
  }
}

/** The event of a camera whose read is stored. */
const newEvent = () => ({
  data_type: 'alpr_group',
  best_uuid: randomUUID(),
  best_plate_number: '12가3456',
  best_confidence: 97.4,
  epoch_start: Date.now(),
})

const verdictOf = (sent: Promise<Reply>): Promise<Verdict> =>
  sent.then(
    ({ status }) => (status === 401 ? 'rejected' : status === 200 ? 'accepted' : 'failed'),
    () => 'failed', // no gateway, no response
  )

async function signInAsDevice(nats: string, { id, secret }: Device): Promise<Verdict> {
  try {
    const options = { servers: nats.split(','), user: id, pass: secret, timeout: patience, reconnect: false }
    await (await connect(options)).close()
    return 'accepted'
  } catch (error) {
    return (error as { code?: string }).code === 'AUTHORIZATION_VIOLATION' ? 'rejected' : 'failed'
  }
}
