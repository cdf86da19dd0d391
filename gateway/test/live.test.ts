import { startedBeforeAll } from '@kingcar/testing/before-all'
import { goodClaims, goodHeader, signed } from '@kingcar/testing/tokens'
import { afterAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { eventually, failureOf, startEdge, store } from './edge.ts'

const opened: WebSocket[] = []
const edge = startedBeforeAll(() => startEdge({ CORS_ORIGINS: 'https://screens.kingcar.test' }))
afterAll(() => {
  for (const socket of opened) socket.terminate()
})

type Message = {
  type?: string
  sequence?: number
  name?: string
  carNumber?: string
  reads?: number
  mergedInto?: string
}
type Live = { socket: WebSocket; messages: Message[]; texts: string[]; closed: Promise<number> }

function open(
  query = '',
  options: { token?: string; url?: string; headers?: Record<string, string> } = {},
): Promise<Live> {
  const { token = edge.token(), url = edge.url, headers = {} } = options
  const address = `${url.replace('http', 'ws')}/admin/api/live${query}`
  const socket = new WebSocket(address, ['kingcar.live.v1', `bearer.${token}`], { headers })
  opened.push(socket)
  const texts: string[] = []
  const messages: Message[] = []
  socket.on('message', (data) => {
    const text = String(data)
    texts.push(text)
    if (text.startsWith('{')) messages.push(JSON.parse(text) as Message)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, messages, texts, closed })).on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      response.on('end', () => reject(new Error(`${response.statusCode} ${body}`)))
    })
  })
}

const names = (live: Live) => live.messages.map(({ name }) => name)

describe('a live socket', () => {
  test('gets each visit in the format of the contract', async () => {
    const live = await open()
    expect(live.socket.protocol).toBe('kingcar.live.v1')
    expect(live.socket.extensions).toBe('')
    const visit = await edge.visit({ productUsed: { productName: '세차', remainingUses: 3 } })
    await eventually(() => live.messages).toHaveLength(1)
    expect(live.messages[0]).toEqual({
      name: '홍길동',
      carNumber: '12가3456',
      visitCount: 5,
      visitId: visit.id,
      storeId: store.id,
      storeName: '강남점',
      recognizedAt: visit.recognizedAt,
      sequence: expect.any(Number),
      late: false,
      reads: 1,
      productUsed: { productName: '세차', remainingUses: 3 },
    })
  })

  test('gets no older state of a visit after a newer one', async () => {
    const live = await open()
    const visit = await edge.visit({ revision: 3, reads: 3 })
    await edge.visit({ id: visit.id, revision: 2, reads: 2 })
    await edge.visit({ id: visit.id, revision: 3, reads: 3 }) // a duplicate after a crash may be shown
    await edge.visit({ id: visit.id, revision: 4, reads: 4 })
    await eventually(() => live.messages.map(({ reads }) => reads)).toEqual([3, 3, 4])
  })

  test('of a store gets only its visits; a masked one never gets the full name or plate', async () => {
    const other = crypto.randomUUID()
    const [all, one, masked] = await Promise.all([open(), open(`?storeId=${other}`), open('?mask=true')])
    await edge.visit({ name: '김하나' })
    await edge.visit({ name: '남궁민수', carNumber: '서울12바3456', storeId: other, mergedInto: store.id })
    await edge.visit({ name: '방문객', memberId: null })
    await eventually(() => names(all)).toEqual(['김하나', '남궁민수', '방문객'])
    await eventually(() => names(masked)).toEqual(['김*나', '남**수', '방문객'])
    expect(masked.messages.map(({ carNumber }) => carNumber)).toEqual(['12가 **56', '서울12바 **56', '12가 **56'])
    expect(masked.texts.join('')).not.toMatch(/\p{Script=Hangul}3456|하나|남궁/u)
    expect(names(one)).toEqual(['남궁민수'])
    expect(one.messages[0]).toMatchObject({ mergedInto: store.id })
  })

  test('of a store whose id is written in capitals gets the visits of that store', async () => {
    const storeId = '0199a0c5-3c80-7000-8000-00000000000a'
    const live = await open(`?storeId=${storeId.toUpperCase()}`)
    await edge.visit({ name: '김하나', storeId })
    await eventually(() => names(live)).toEqual(['김하나'])
  })

  test('replies to ping, and to no other message', async () => {
    const live = await open()
    live.socket.send('hello')
    live.socket.send('{"ping":1}')
    live.socket.send(Buffer.from('ping'))
    live.socket.send('ping')
    await eventually(() => live.texts).toEqual(['pong'])
  })

  test('resumes on another gateway, and then gets live events', async () => {
    const first = await open()
    const visits = [
      await edge.visit({ name: '가' }),
      await edge.visit({ name: '나' }),
      await edge.visit({ name: '다' }),
    ]
    await eventually(() => names(first)).toEqual(['가', '나', '다'])
    const after = first.messages[0]?.sequence
    const another = await edge.startAnother()
    const again = await open(`?after=${after}`, { url: another.url })
    await eventually(() => names(again)).toEqual(['나', '다'])
    expect(again.messages[0]).toEqual(first.messages[1])
    await edge.visit({ name: '라' })
    await eventually(() => names(again)).toEqual(['나', '다', '라'])
    expect(visits).toHaveLength(3)
  })

  test('with `after` beyond the newest event gets only new events', async () => {
    const earlier = await open()
    await edge.visit({ name: '바' })
    await eventually(() => names(earlier)).toContain('바') // this gateway has received everything
    const live = await open(`?after=${Number.MAX_SAFE_INTEGER}`)
    await edge.visit({ name: '마' })
    await eventually(() => names(live)).toEqual(['마'])
  })

  test('loses nothing in a burst, in order', async () => {
    const [live, second] = await Promise.all([open(), open('?mask=true')])
    const total = 2_000
    for (let from = 0; from < total; from += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, at) => edge.visit({ visitCount: from + at + 1 })))
    }
    await eventually(() => live.messages.length).toBe(total)
    await eventually(() => second.messages.length).toBe(total)
    const sequences = live.messages.map(({ sequence }) => sequence ?? 0)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(new Set(sequences).size).toBe(total)
  })

  test('survives an invalid visit', async () => {
    const live = await open()
    await edge.services.append([{ subject: 'visits.recorded', id: crypto.randomUUID(), data: '{"id":7}' }])
    await edge.visit({ name: '바' })
    await eventually(() => names(live)).toEqual(['바'])
    expect(edge.output()).toContain('invalid visit skipped')
  })
})

describe('before the upgrade', () => {
  // ASVS 4.4.3, 14.2.1
  test('a token is required', async () => {
    await expect(open('', { token: 'nonsense' })).rejects.toThrow(/^401 .*UNAUTHENTICATED/)
    const old = signed(goodHeader, goodClaims({ iat: 1_000, exp: 2_000 }), edge.keys.privateKey)
    await expect(open('', { token: old })).rejects.toThrow(/^401 .*TOKEN_EXPIRED/)
    await expect(open('', { token: edge.token({ role: 'member' }) })).rejects.toThrow(/^403 .*FORBIDDEN/)
  })

  // ASVS 4.4.2
  test.each([
    'null',
    'https://evil.test',
    'https://screens.kingcar.test.evil.test',
    'http://screens.kingcar.test',
    'x',
  ])('the origin %s is refused', async (origin) => {
    await expect(open('', { headers: { origin } })).rejects.toThrow(/^403 .*FORBIDDEN/)
  })

  // ASVS 4.4.2
  test('the same origin and a listed one are accepted', async () => {
    await open('', { headers: { origin: edge.url } })
    await open('', { headers: { origin: 'https://screens.kingcar.test' } })
  })

  test.each(['?after=-1', '?after=x', '?storeId=1', '?mask=1', '?unknown=1'])('%s is refused', async (query) => {
    await expect(open(query)).rejects.toThrow(/^400 .*VALIDATION_FAILED/)
  })

  test('a request without an upgrade gets an error that asks for one', async () => {
    const response = await edge.get('/admin/api/live', { authorization: `Bearer ${edge.token()}` })
    expect(await failureOf(response)).toMatchObject({ status: 400, details: [{ path: 'Upgrade' }] })
    expect((await edge.get('/admin/api/live')).status).toBe(401)
  })

  test('the sixth socket of a session is refused, until one closes', async () => {
    const token = edge.token({ sid: crypto.randomUUID() })
    const [first] = await Promise.all(Array.from({ length: 5 }, () => open('', { token })))
    await expect(open('', { token })).rejects.toThrow(/^429 .*RATE_LIMITED/)
    const plain = async (query = '') =>
      failureOf(await edge.get(`/admin/api/live${query}`, { authorization: `Bearer ${token}` }))
    expect(await plain()).toMatchObject({ status: 429, details: [{ path: 'session' }] })
    expect(await plain('?replaceOldest=true')).toMatchObject({ status: 429 }) // no socket takes the place
    expect(first?.socket.readyState).toBe(WebSocket.OPEN)
    first?.socket.close()
    await first?.closed
    await eventually(() =>
      open('', { token }).then(
        () => true,
        () => false,
      ),
    ).toBe(true)
  })

  test('the sixth socket of a session takes the place of the oldest if it asks for it, and of no other', async () => {
    const token = edge.token({ sid: crypto.randomUUID() })
    const stranger = await open('', { token: edge.token({ sid: crypto.randomUUID() }) })
    const sockets = []
    for (let opened = 0; opened < 5; opened += 1) sockets.push(await open('', { token }))
    const [oldest, second, ...others] = sockets
    const sixth = await open('?replaceOldest=true', { token })
    expect(await oldest?.closed).toBe(4409)
    await open('?replaceOldest=true', { token })
    expect(await second?.closed).toBe(4409)
    for (const { socket } of [...others, sixth, stranger]) expect(socket.readyState).toBe(WebSocket.OPEN)
    await expect(open('', { token })).rejects.toThrow(/^429 .*RATE_LIMITED/)
  })

  // ASVS 10.3.2
  test('a screen sees the store of its token and no other', async () => {
    const storeId = crypto.randomUUID()
    const token = edge.token({ role: 'screen', storeId })
    await expect(open(`?storeId=${store.id}`, { token })).rejects.toThrow(/^403/)
    await expect(open('', { token: edge.token({ role: 'screen' }) })).rejects.toThrow(/^403/)
    const live = await open('', { token })
    await edge.visit({ name: '다른 매장' })
    await edge.visit({ name: '홍길동', storeId })
    await eventually(() => names(live)).toEqual(['홍길동'])
    await edge.services.publish([
      { id: crypto.randomUUID(), subject: 'settings.recognition.maskName', payload: { value: true, version: 1 } },
    ])
    await eventually(async () => {
      await edge.visit({ name: '김하나', storeId })
      return names(live).at(-1)
    }).toBe('김*나')
  })
})

describe('the end', () => {
  // ASVS 4.4.3
  test('of a session closes its sockets with 4401, and no others', async () => {
    const sid = crypto.randomUUID()
    const [live, other] = await Promise.all([open('', { token: edge.token({ sid }) }), open()])
    await edge.endSession(sid)
    expect(await live.closed).toBe(4401)
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })

  // ASVS 4.4.4
  test('of a token closes its socket with 4401', async () => {
    const seconds = Math.floor(Date.now() / 1_000)
    const live = await open('', { token: edge.token({ iat: seconds - 10, exp: seconds + 2 }) })
    expect(await live.closed).toBe(4401)
  })

  test('of a flood is 1008, of an oversized message 1009', async () => {
    const [flood, large] = await Promise.all([open(), open()])
    for (let sent = 0; sent < 200; sent++) flood.socket.send('x')
    expect(await flood.closed).toBe(1008)
    large.socket.send('x'.repeat(2_000))
    expect(await large.closed).toBe(1009)
  })

  test('of the gateway is 1012', async () => {
    const another = await edge.startAnother()
    const live = await open('', { url: another.url })
    await another[Symbol.asyncDispose]()
    expect(await live.closed).toBe(1012)
  })
})
