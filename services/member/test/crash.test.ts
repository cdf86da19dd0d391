import { demoPeople } from '@kingcar/service/demo'
import { outcome, startBundle } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { phones } from './phone-steps.ts'
import { claimsOf, type Pair, startBeforeAll } from './start-member.ts'

const account = { email: 'crash@kingcar.test', password: 'a long password' }
const plates = demoPeople.flatMap(({ cars }) => cars)
const member = startBeforeAll()
beforeAll(async () => {
  await member.join(account.email, account.password)
})

/** A second process of the service, which dies at a fault point; calls are spread over both. */
const startDoomed = async (at: string) => {
  const { OPERATIONS_PORT: _, ...options } = member.options
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  const env = Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
  const doomed = await startBundle('member', { ...env, FAULT: `${at}:kill` })
  await doomed.ready()
  return doomed
}

/** Reissues in new sessions until the second process handles one. @returns the tokens of that session */
async function reissueUntilDeath(doomed: Awaited<ReturnType<typeof startDoomed>>): Promise<Pair> {
  const dead = doomed.exited.then(() => true)
  for (;;) {
    const tokens = await member.login(account)
    const lost = await member.reissue(tokens).then(
      () => false,
      () => true,
    )
    if (lost) {
      expect(await dead).toBe(true)
      return tokens
    }
  }
}

test('killed before the commit, the old token still starts the next generation', async () => {
  await using doomed = await startDoomed('member.reissue.beforeCommit')
  const tokens = await reissueUntilDeath(doomed)
  expect(claimsOf(await member.reissue(tokens)).gen).toBe(2)
})

test('killed between commit and response, the old token gives the lost pair', async () => {
  await using doomed = await startDoomed('member.reissue.afterCommit')
  const tokens = await reissueUntilDeath(doomed)
  const [row] = await member.backend.sql`select generation from member.sessions where id = ${claimsOf(tokens).sid}`
  expect(row).toEqual({ generation: 2 })
  const pair = await member.reissue(tokens)
  expect(claimsOf(pair).gen).toBe(2)
  expect(claimsOf(await member.reissue(pair)).gen).toBe(3)
})

test.each([
  ['the commit', 'member.sendPhoneVerification.afterCommit'],
  ['its task was taken', 'member.sendCode.beforeSend'],
])('killed after %s, before the SMS, the code is sent nevertheless', async (_when, at) => {
  const { sql } = member.backend
  await sql`truncate member.code_sends, member.phone_verifications, member.sms_outbox`
  const phone = phones(member)
  await using doomed = await startDoomed(at)
  const dead = doomed.exited.then(() => true)
  do {
    const { number, address } = phone.fresh()
    await Promise.race([outcome(phone.send(number, address)), dead]) // a call to a dead process waits long for its response
  } while (!(await Promise.race([dead, false])))

  const asked = await sql`select phone_number as number from member.phone_verifications`
  expect(asked.length).toBeGreaterThan(0)
  await sql`update member.tasks set run_at = now()` // as if the dead process's lease had ended
  for (const { number } of asked) {
    await phone.code(number)
    expect(doomed.output()).not.toContain(number.slice(3))
  }
  await expect.poll(async () => (await sql`select from member.tasks`).length).toBe(0)
})

test('the demo is stored once, however often it runs', async () => {
  const { DATABASE_URL } = member.options
  const run = async () => {
    await using demo = await startBundle('member-demo', { DATABASE_URL })
    expect(await demo.exited).toMatchObject({ code: 0 })
  }
  await run()
  const owners = await member.events('member.plateOwnerChanged', demoPeople.length)
  expect(owners).toContainEqual({
    carNumber: '12가3456',
    memberId: expect.stringMatching(/^019b76da-a800-7/),
    name: '홍길동',
    version: 1,
  })
  await run()
  expect(await member.backend.sql`select from member.cars`).toHaveLength(plates.length)
  const unlisted = await member.backend.sql`select car.model from member.cars car
    join member.car_brands brand on brand.id = car.car_brand_id where car.model <> all(brand.models)`
  expect(unlisted).toEqual([{ model: '굴착기 DX140W' }]) // of 기타
  expect(await member.backend.sql`select from member.members`).toHaveLength(demoPeople.length)
  expect(await member.backend.sql`select from member.plate_versions where version > 1`).toHaveLength(0)
})
