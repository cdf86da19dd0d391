import { inspect } from 'node:util'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { deviceAttacks } from '../src/attacks/devices.ts'
import { addressAttacks } from '../src/attacks/forged-addresses.ts'
import { noticeAttacks } from '../src/attacks/forged-notices.ts'
import { halfOpenAttacks } from '../src/attacks/half-open.ts'
import { identifierAttacks } from '../src/attacks/identifiers.ts'
import { guessLogins } from '../src/attacks/login-guessing.ts'
import { originAttacks, welcome } from '../src/attacks/origins.ts'
import { allPatterns, patternAttacks } from '../src/attacks/regular-expressions.ts'
import { smugglingAttacks } from '../src/attacks/smuggling.ts'
import { socketAttacks } from '../src/attacks/sockets.ts'
import { tokenAttacks } from '../src/attacks/tokens.ts'
import { startProduct } from '../src/product.ts'

/** The short forms of `npm run attacks`, without their claims about time: other tests run at the same time. */
const product = startedBeforeAll(startProduct)

type Attacks = Record<string, () => Promise<void>>

const attacks = {
  async 'no forged token is accepted'() {
    const { control, accepted, wrongly, tried } = await tokenAttacks(product)
    expect({ control, accepted, wrongly }).toEqual({ control: [200, 101], accepted: [], wrongly: [] })
    expect(tried).toBeGreaterThan(100)
  },
  async 'no request can be smuggled in another'() {
    const { tried, ...found } = await smugglingAttacks(product)
    expect(found).toEqual({ answered: [], open: [], refused: [], served: [] })
    expect(tried).toBeGreaterThan(100)
  },
  async 'no caller input becomes a subject'() {
    const { calls, foreign, failed, lost } = await identifierAttacks(product, 4, 1)
    expect({ foreign, failed, lost }).toEqual({ foreign: [], failed: [], lost: [] })
    expect(calls).toBeGreaterThan(700)
  },
  async 'a flood on a socket closes only that socket'() {
    const { standing, disturbed, halfOpen, survived } = await socketAttacks(product, { rounds: 1, upgrades: 50 })
    expect({ standing, disturbed, halfOpen, survived }).toEqual({
      standing: [],
      disturbed: [],
      halfOpen: 0,
      survived: true,
    })
  },
  async 'a device only reaches its own subjects'() {
    const { reached, standing, disturbed, survived } = await deviceAttacks(product, { floods: 40 })
    expect({ reached, standing, disturbed, survived }).toEqual({
      reached: [],
      standing: [],
      disturbed: [],
      survived: true,
    })
  },
  async 'a client has one address, whatever it claims'() {
    const { direct, proxied = [100, 100] } = await addressAttacks(product, 120)
    expect({ direct, proxied }).toEqual({ direct: 100, proxied: [100, 100] })
  },
  async 'slow clients are disconnected'() {
    const { slow, logins } = await halfOpenAttacks(product, { sockets: 20, logins: 20, together: true })
    expect(slow.filter(({ left }) => left > 0)).toEqual([])
    expect(Object.keys(logins.statuses).filter((status) => !['401', '429', '503'].includes(status))).toEqual([])
  },
  async 'pages of other origins get no access'() {
    const { control, let: found } = await originAttacks(product)
    expect({ control: control.join('; '), found }).toEqual({ control: welcome, found: [] })
  },
  async 'a login does not reveal whether an account exists'() {
    expect((await guessLogins(product, 4)).answers).toBe(1)
  },
  async 'a forged notice pays no order'() {
    const { lookUps, refused, unpaid, short } = await noticeAttacks(product, 100)
    expect({ refused, unpaid, short }).toEqual({ refused: [], unpaid: 'Create', short: 'Fail AMOUNT_MISMATCH' })
    expect(lookUps).toBeLessThanOrEqual(25)
  },
  async 'no regular expression of the contract is slow'() {
    const { expressions, vulnerable } = await patternAttacks(allPatterns().filter(({ where }) => where === 'contract'))
    expect(vulnerable).toEqual([])
    expect(expressions).toBeGreaterThan(10)
  },
} satisfies Attacks

/** Most of an attack is waiting until connections are closed, so four rows of them run concurrently. */
const rows: (keyof typeof attacks)[][] = [
  ['no request can be smuggled in another', 'a client has one address, whatever it claims'],
  ['slow clients are disconnected'],
  [
    'a flood on a socket closes only that socket',
    'pages of other origins get no access',
    'a login does not reveal whether an account exists',
    'no regular expression of the contract is slow',
  ],
  [
    'no forged token is accepted',
    'a device only reaches its own subjects',
    'no caller input becomes a subject',
    'a forged notice pays no order',
  ],
]

// ASVS 4.2.1
test('attacks from outside have no effect', async () => {
  const failed: string[] = []
  await Promise.all(
    rows.map(async (names) => {
      for (const name of names)
        await attacks[name]().catch((reason: unknown) => failed.push(`${name}: ${inspect(reason)}`))
    }),
  )
  expect(failed).toEqual([])
  expect(new Set(rows.flat())).toEqual(new Set(Object.keys(attacks)))
})
