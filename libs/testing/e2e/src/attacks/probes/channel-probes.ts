import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { storeBody } from '../../bodies.ts'
import { type Live, openLive } from '../../live-socket.ts'
import { formOf } from '../../pictures.ts'
import { createDevice, type Device } from '../../recognizer.ts'
import { subjectsOf, tryNats } from '../device-tries.ts'
import { create, newPlate } from '../requests/accounts.ts'
import { hostileTexts } from '../requests/hostile-values.ts'
import { newClient } from './client.ts'
import { type Probe, type ProbeContext, retryUntilCreated } from './probe.ts'

/* Input other than calls: text on a live socket, a device on the bus, pictures, and cards. */

/** Longer texts, and more than a hundred a second, end their socket; that is another attack. */
const socketTexts = [...hostileTexts, 'hello', '{"type":"ping"}'].filter((text) => Buffer.byteLength(text) <= 512)
const wordsAtOnce = 50

/** Any text on a live socket leaves that socket and all others open. */
const anySocketText = async ({ target: { http }, admin }: ProbeContext): Promise<string[]> => {
  using beside = await openLive(http, admin.accessToken)
  const closed: string[] = []
  for (let at = 0; at < socketTexts.length; at += wordsAtOnce) {
    using live = await openLive(http, admin.accessToken)
    const said = socketTexts.slice(at, at + wordsAtOnce)
    for (const word of said) live.socket.send(word)
    live.socket.send('ping')
    const answered = new Promise((resolve) => live.socket.addEventListener('message', resolve))
    await Promise.race([answered, wait(5_000)])
    if (live.socket.readyState !== WebSocket.OPEN) closed.push(`closed after one of ${JSON.stringify(said)}`)
  }
  if (beside.socket.readyState !== WebSocket.OPEN) closed.push('another socket has closed')
  return closed
}

/** Of two sockets, the masked one shows no whole plate and the other one does, in whatever order they were opened. */
const maskedNextToUnmasked = async ({ target, admin: { accessToken: token } }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const storeId = await create(target.http, token, '/admin/api/stores', storeBody)
  const faults: string[] = []
  for (const masks of [
    [false, true],
    [true, false],
  ]) {
    await using stack = new AsyncDisposableStack()
    const sockets: Live[] = []
    for (const mask of masks) sockets.push(stack.use(await openLive(target.http, token, mask ? '?mask=true' : '')))
    const carNumber = newPlate()
    const body = { storeId, carNumber, reason: '시험' }
    await retryUntilCreated(() => client('POST', '/admin/api/visits', { token, body }))
    const shown = () => sockets.map(({ events }) => events.findLast((event) => event.storeId === storeId)?.carNumber)
    for (let tries = 0; tries < 100 && shown().includes(undefined); tries++) await wait(50)
    const right = masks.map((mask, at) => (shown()[at] === undefined ? false : (shown()[at] === carNumber) !== mask))
    if (right.includes(false))
      faults.push(`masked ${masks} show ${shown().map((plate) => plate?.replace(carNumber, 'the whole'))}`)
  }
  return faults
}

/** A device can publish on its own subjects only, not on those of another device. */
const publishesForOthers = async ({ target, admin }: ProbeContext): Promise<string[]> => {
  const { http } = target
  const newStore = () => create(http, admin.accessToken, '/admin/api/stores', storeBody)
  const [here, there] = [await newStore(), await newStore()]
  const newDevice = (storeId: string) => createDevice({ http, ...admin }, storeId)
  const [own, neighbour, stranger] = (await Promise.all([here, here, there].map(newDevice))) as [Device, Device, Device]
  const standing: string[] = []
  const heard: string[] = []
  for (const other of [neighbour, stranger])
    heard.push(...(await tryNats(target, own, subjectsOf(own, other), `hostile-${randomUUID()}`, standing)))
  return [...standing, ...heard]
}

const formats = ['jpeg', 'png', 'webp'] as const

/** Metadata of a camera, and data behind a picture's end, are not in the served picture. */
const pictureMetadata = async ({ target: { http }, attacker }: ProbeContext): Promise<string[]> => {
  const faults: string[] = []
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const blank = { width: 64, height: 48, channels: 3, background: '#456', noise } as const
  const grey = await sharp({ create: blank }).png().toBuffer()
  for (const format of formats)
    for (const quality of [10, 50, 70, 95])
      for (const orientation of [1, 6]) {
        const secret = randomUUID()
        const made = await sharp(grey)
          .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '37/1 30/1 0/1', GPSLatitudeRef: 'N' } })
          .withMetadata({ orientation })
          .toFormat(format, { quality })
          .toBuffer()
        const sent = Buffer.concat([made, Buffer.from(secret)])
        const headers = { authorization: `Bearer ${attacker.accessToken}` }
        const body = formOf(['image', sent, `a.${format}`, `image/${format}`])
        const answer = await fetch(`${http}/api/images`, { method: 'POST', headers, body })
        const { result } = (await answer.json()) as { result?: { id: string } }
        const given = await fetch(`${http}/api/images/${result?.id}`, { headers })
        if (given.status !== 200) {
          faults.push(`a ${format} got ${answer.status}, and then ${given.status}`)
          continue
        }
        const got = Buffer.from(await given.arrayBuffer())
        const { exif, xmp } = await sharp(got).metadata()
        if (exif ?? xmp ?? (got.includes(secret) ? secret : undefined))
          faults.push(`a ${format} of quality ${quality}, turned by ${orientation}, shows where it was taken`)
      }
  return faults
}

/** Last digits of card numbers that the simulator refuses, and of one that it accepts (contract §6). */
const cardEnds = ['1111', '0002', '0069', '0119']

/** No log contains anything of a card, whatever the result. */
const cardsInLogs = async ({ target, victim: { accessToken: token } }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const secrets: string[] = []
  for (const expiry of ['2049-12', '2020-01', '12/49'])
    for (const end of cardEnds) {
      const alias = randomUUID()
      const birth = String(randomInt(1e9, 1e10))
      const cardNumber = `54321234${birth.slice(-4)}${end}`
      secrets.push(alias, birth, cardNumber, cardNumber.slice(-12))
      await client('POST', '/api/cards', { token, body: { cardNumber, expiry, birth, passwordTwoDigits: '97', alias } })
    }
  const logs = await target.logs()
  return secrets.filter((secret) => logs.includes(secret)).map((secret) => `a log contains ${secret}`)
}

/** A token with any changed character is rejected, although the original was accepted before. */
const modifiedTokens = async ({ target, admin: { accessToken } }: ProbeContext): Promise<string[]> => {
  const client = newClient(target)
  const ask = async (token: string) => (await client('GET', '/admin/api/admins', { token })).status
  const dots = [accessToken.indexOf('.'), accessToken.lastIndexOf('.')]
  const places = [...accessToken].map((_, at) => at).filter((at) => !dots.includes(at))
  const faults: string[] = []
  for (const at of places) {
    const good = at % 20 === 0 ? await ask(accessToken) : 200
    const other = accessToken[at] === 'A' ? 'B' : 'A'
    const status = await ask(`${accessToken.slice(0, at)}${other}${accessToken.slice(at + 1)}`)
    if (good !== 200 || status !== 401) faults.push(`with another character at ${at}: ${status}, unchanged: ${good}`)
  }
  return faults.slice(0, 5)
}

export const channelProbes: readonly Probe[] = [
  { claim: 'a device can publish on its own subjects only', run: publishesForOthers },
  { claim: 'a picture does not show where it was taken', run: pictureMetadata },
  { claim: 'every character of a token is verified', run: modifiedTokens },
  { claim: 'no log contains a card', run: cardsInLogs },
  { claim: 'a masked socket next to an unmasked one shows no whole plate', run: maskedNextToUnmasked },
  { claim: 'text on a live socket does nothing', run: anySocketText },
]
