import { randomUUID } from 'node:crypto'
import { newPlate } from '../requests/people.ts'
import { newClient } from './client.ts'
import { inTurn } from './limits.ts'
import { type Probe, place, type Scene, untilMade } from './probe.ts'

const origins = [
  ...[
    'https://evil.test',
    'http://evil.test',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1.evil.test',
    'http://evil.test#127.0.0.1',
  ],
  ...['https://kingcar.test', 'https://evilkingcar.test', 'file://', 'chrome-extension://a', 'http://localhost', '*'],
]

/** No other origin may read, and none is allowed by what it asks for. */
const otherOrigins = async ({ target, admin: { accessToken: token } }: Scene): Promise<string[]> => {
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

/** Twenty at once under one key are one, and the key of one caller is nobody else's. */
const keys = async ({ target, somebody, victim, admin }: Scene): Promise<string[]> => {
  const client = newClient(target)
  const faults: string[] = []
  const headers = { 'idempotency-key': randomUUID() }
  const [brand] = (await client('GET', '/api/carBrands')).result as { id: string }[]
  const body = { carNumber: newPlate(), carBrandId: brand?.id, model: '그랜저' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client('POST', '/api/cars', { token: somebody.accessToken, body, headers })),
  )
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ result }) => (result as { id: string }).id))
  if (ids.size !== 1) faults.push(`twenty at once made ${ids.size}: ${answers.map(({ status }) => status).join(', ')}`)
  const others = await client('POST', '/api/cars', { token: victim.accessToken, body, headers })
  if (others.status !== 409 || others.code !== 'CAR_NUMBER_TAKEN')
    faults.push(`the same by another is answered ${others.status} ${others.text}`)
  const notice = { title: '공지', content: '글' }
  const made = await inTurn(2, () =>
    client('POST', '/admin/api/notices', { token: admin.accessToken, body: notice, headers }),
  )
  const [first, second] = made.map(({ result }) => (result as { id?: string } | undefined)?.id)
  if (first === undefined || first !== second)
    faults.push('the same key for another kind of thing does not count by itself')
  const changed = await client('POST', '/admin/api/notices', {
    token: admin.accessToken,
    body: { ...notice, title: '다른' },
    headers,
  })
  if (changed.code !== 'IDEMPOTENCY_KEY_REUSED') faults.push(`another body under a key is answered ${changed.status}`)
  return faults
}

/** What is told once is told once, whoever asks again under the same key. */
const secretsOnce = async ({ target, admin: { accessToken: token } }: Scene): Promise<string[]> => {
  const client = newClient(target)
  const { id: storeId } = (await client('POST', '/admin/api/stores', { token, body: place })).result as { id: string }
  const headers = { 'idempotency-key': randomUUID() }
  const body = { storeId, name: '1번 출입구' }
  const faults: string[] = []
  const create = () => client('POST', '/admin/api/devices', { token, body, headers })
  const first = await untilMade(create)
  const { id, secret } = first.result as { id: string; secret?: string }
  const again = await create()
  if (!secret) faults.push(`no secret is told: ${first.text}`)
  if (again.status !== 201 || (again.result as { id: string }).id !== id)
    faults.push(`a repetition is answered ${again.status}`)
  if (secret && again.text.includes(secret)) faults.push('a repetition tells the secret again')
  return faults
}

/** Who asks for more of a picture, or of another's, is given no more; each refusal is the same as for what is not there. */
const refusals = async ({ target, somebody, victim }: Scene): Promise<string[]> => {
  const client = newClient(target)
  const faults: string[] = []
  const [brand] = (await client('GET', '/api/carBrands')).result as { id: string }[]
  const made = await client('POST', '/api/cars', {
    token: somebody.accessToken,
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
      faults.push(`${method} of another's is ${plain(others)} and of none ${plain(missing)}`)
  }
  return faults
}

export const edgeProbes: readonly Probe[] = [
  { claim: 'no other origin may read', run: otherOrigins },
  { claim: "a key is its caller's, and counts once", run: keys },
  { claim: 'a secret of a device is told once', run: secretsOnce },
  { claim: "what is another's is answered as what is not there", run: refusals },
]
