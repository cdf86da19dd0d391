import { randomUUID } from 'node:crypto'
import { storeBody } from '../../bodies.ts'
import { newPlate } from '../requests/accounts.ts'
import { newClient } from './client.ts'
import { inTurn } from './limit-probes.ts'
import { type Probe, type ProbeContext, retryUntilCreated } from './probe.ts'

const origins = [
  ...['https://evil.test', 'http://evil.test', 'null', 'http://127.0.0.1', 'http://127.0.0.1.evil.test'],
  ...['http://evil.test#127.0.0.1', 'https://kingcar.test', 'https://evilkingcar.test', 'file://'],
  ...['chrome-extension://a', 'http://localhost', '*'],
]

/** No other origin may read a response, whatever its preflight requests. */
const otherOrigins = async ({ target, admin: { accessToken: token } }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const faults: string[] = []
  for (const origin of origins)
    for (const [method, path] of [
      ['GET', '/api/stores'],
      ['GET', '/admin/api/admins'],
      ['OPTIONS', '/admin/api/admins'],
    ] as const) {
      const headers = {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      }
      const answer = await client(method, path, { token, headers })
      const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-allow'))
      if (allowed.length > 0) faults.push(`${origin} is allowed ${allowed.join(', ')}`)
    }
  return faults
}

/** Twenty concurrent requests with one key create one object; a key belongs to its caller. */
const keys = async ({ target, attacker, victim, admin }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const faults: string[] = []
  const headers = { 'idempotency-key': randomUUID() }
  const [brand] = (await client('GET', '/api/carBrands')).result as { id: string }[]
  const body = { carNumber: newPlate(), carBrandId: brand?.id, model: '그랜저' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client('POST', '/api/cars', { token: attacker.accessToken, body, headers })),
  )
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ result }) => (result as { id: string }).id))
  if (ids.size !== 1)
    faults.push(`twenty concurrent requests made ${ids.size}: ${answers.map(({ status }) => status).join(', ')}`)
  const others = await client('POST', '/api/cars', { token: victim.accessToken, body, headers })
  if (others.status !== 409 || others.code !== 'CAR_NUMBER_TAKEN')
    faults.push(`the same key of another caller got ${others.status} ${others.text}`)
  const notice = { title: '공지', content: '글' }
  const made = await inTurn(2, () =>
    client('POST', '/admin/api/notices', { token: admin.accessToken, body: notice, headers }),
  )
  const [first, second] = made.map(({ result }) => (result as { id?: string } | undefined)?.id)
  if (first === undefined || first !== second) faults.push('the same key for another operation is not independent')
  const changed = await client('POST', '/admin/api/notices', {
    token: admin.accessToken,
    body: { ...notice, title: '다른' },
    headers,
  })
  if (changed.code !== 'IDEMPOTENCY_KEY_REUSED') faults.push(`another body with a used key got ${changed.status}`)
  return faults
}

/** A secret is returned once, even if the request is repeated with its key. */
const secretsOnce = async ({ target, admin: { accessToken: token } }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const { id: storeId } = (await client('POST', '/admin/api/stores', { token, body: storeBody })).result as {
    id: string
  }
  const headers = { 'idempotency-key': randomUUID() }
  const body = { storeId, name: '1번 출입구' }
  const faults: string[] = []
  const create = () => client('POST', '/admin/api/devices', { token, body, headers })
  const first = await retryUntilCreated(create)
  const { id, secret } = first.result as { id: string; secret?: string }
  const again = await create()
  if (!secret) faults.push(`no secret is returned: ${first.text}`)
  if (again.status !== 201 || (again.result as { id: string }).id !== id)
    faults.push(`a repetition got ${again.status}`)
  if (secret && again.text.includes(secret)) faults.push('a repetition returns the secret again')
  return faults
}

/** Requests for another member's car get the same refusal as for a missing one. */
const refusals = async ({ target, attacker, victim }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const faults: string[] = []
  const [brand] = (await client('GET', '/api/carBrands')).result as { id: string }[]
  const made = await client('POST', '/api/cars', {
    token: attacker.accessToken,
    body: { carNumber: newPlate(), carBrandId: brand?.id, model: '소나타' },
  })
  const { id } = made.result as { id: string }
  const plain = ({ status, text, headers }: Awaited<ReturnType<typeof client>>) =>
    JSON.stringify([
      status,
      text.replace(/"requestId":"[^"]*"/, ''),
      Object.keys(headers).filter((name) => name !== 'x-request-id'),
    ])
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { model: '아반떼' }],
    ['DELETE', undefined],
    ['PATCH', { imageId: randomUUID() }],
  ] as const) {
    const options = { token: victim.accessToken, ...(body ? { body } : {}) }
    const [others, missing] = [
      await client(method, `/api/cars/${id}`, options),
      await client(method, `/api/cars/${randomUUID()}`, options),
    ]
    if (plain(others) !== plain(missing))
      faults.push(`${method} of another's object got ${plain(others)}, of a missing one ${plain(missing)}`)
  }
  return faults
}

export const ownershipProbes: readonly Probe[] = [
  { claim: 'no other origin may read responses', run: otherOrigins },
  { claim: 'an idempotency key belongs to its caller and works once', run: keys },
  { claim: 'a device secret is returned once', run: secretsOnce },
  { claim: "another member's object looks like a missing one", run: refusals },
]
