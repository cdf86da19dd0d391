import { contract } from '@kingcar/contract'
import { outcome, testProcess } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { phones } from './phone-steps.ts'
import { startBeforeAll, startMember, startTestMember, waiting } from './start-member.ts'

const member = startBeforeAll({ SMS_EXEMPT_LOOPBACK: true })
const phone = phones(member)

const refusedFor = (least: number, most: number) => ({
  code: 'RATE_LIMITED',
  retryAfter: expect.toSatisfy((seconds: number) => seconds >= least && seconds <= most),
})
/** Sends codes to this many new numbers from one address. */
async function sendMany(times: number, addressOf: (at: number) => string): Promise<string[]> {
  const outcomes: string[] = []
  for (let at = 0; at < times; at += 1) outcomes.push(await outcome(phone.send(phone.fresh().number, addressOf(at))))
  return outcomes
}
const allowed = (outcomes: string[]) => outcomes.filter((each) => each === 'ok').length

describe('a number', () => {
  test('is sent one code a minute, for all providers and addresses together', async () => {
    const { number, address } = phone.fresh()
    await phone.send(number, address)
    await expect(phone.send(number, address)).rejects.toMatchObject(refusedFor(40, 60))
    await expect(phone.send(number, phone.fresh().address, 'KAKAO')).rejects.toMatchObject(refusedFor(40, 60))
    await phone.age(40)
    await expect(phone.send(number, address)).rejects.toMatchObject(refusedFor(1, 20))
    await phone.age(20)
    expect(await outcome(phone.send(number, address))).toBe('ok')
  })

  // ASVS 2.3.2
  test('is sent five codes in 24 hours: one network gets three, two get four, and the last is for another', async () => {
    const { number, address: stranger } = phone.fresh()
    const [{ address: accomplice }, { address }] = [phone.fresh(), phone.fresh()]
    for (let at = 0; at < 5; at += 1) {
      await phone.send(number, at < 3 ? stranger : at < 4 ? accomplice : address)
      await phone.age(3_600)
      if (at >= 2) expect(await outcome(phone.send(number, stranger))).toBe('RATE_LIMITED')
      if (at >= 3) expect(await outcome(phone.send(number, accomplice))).toBe('RATE_LIMITED')
    }
    const left = (24 - 5) * 3_600
    const { address: unused } = phone.fresh()
    await expect(phone.send(number, unused)).rejects.toMatchObject(refusedFor(left - 60, left))
    await expect(phone.send(number, address)).rejects.toMatchObject(refusedFor(left + 3_540, left + 3_600))
    await phone.age(left)
    expect(await outcome(phone.send(number, unused))).toBe('ok')
    expect(await outcome(phone.send(number, unused))).toBe('RATE_LIMITED')
  })

  test('that is requested fifty times in parallel is sent one code', async () => {
    await using _second = await startMember(member.options, testProcess()) // it handles its share of the calls
    const { number, address } = phone.fresh()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(phone.send(number, address))))
    expect(allowed(outcomes)).toBe(1)
    expect(outcomes).not.toContain('INTERNAL')
    await phone.code(number)
  })

  test('is sent a hundred codes an hour together with its block of ten thousand', async () => {
    const [first, second, other] = ['+821055550001', '+821055550002', '+821055560001'] as const
    await phone.send(first, phone.fresh().address)
    await member.backend.sql`insert into member.code_sends (number, prefix, network, at)
      select sha256(i::text::bytea), prefix, sha256(i::text::bytea), at
      from (select * from member.code_sends order by id desc limit 1) last, generate_series(1, 99) i`
    await expect(phone.send(second, phone.fresh().address)).rejects.toMatchObject(refusedFor(3_540, 3_600))
    expect(await outcome(phone.send(other, phone.fresh().address))).toBe('ok')
    await phone.age(3_600)
    expect(await outcome(phone.send(second, phone.fresh().address))).toBe('ok')
  })
})

describe('an address', () => {
  test('gets twenty codes an hour', async () => {
    const { address } = phone.fresh()
    expect(await sendMany(20, () => address)).toEqual(Array(20).fill('ok'))
    await expect(phone.send(phone.fresh().number, address)).rejects.toMatchObject(refusedFor(3_540, 3_600))
    expect(await sendMany(1, () => phone.fresh().address)).toEqual(['ok'])
    await phone.age(3_600)
    expect(await sendMany(1, () => address)).toEqual(['ok'])
  })

  test('is a /64 of IPv6', async () => {
    expect(allowed(await sendMany(22, (at) => `2001:db8:0:7::${at.toString(16)}`))).toBe(20)
    expect(allowed(await sendMany(1, () => '2001:db8:0:8::1'))).toBe(1)
  })

  test('of this machine is counted, unless configured otherwise', async () => {
    const own = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
    expect(allowed(await sendMany(63, (at) => own[at % 3] ?? ''))).toBe(63)
    await using counting = await startTestMember()
    const there = phones(counting)
    const outcomes: string[] = []
    for (let at = 0; at < 21; at += 1) outcomes.push(await outcome(there.send(there.fresh().number, '127.0.0.1')))
    expect(outcomes).toEqual([...Array(20).fill('ok'), 'RATE_LIMITED'])
  })
})

// ASVS 2.1.3
test('a thousand numbers from a hundred addresses cost the budget and no more, also after a restart', async () => {
  const budget = 60
  await using attacked = await startTestMember({ SMS_HOURLY_BUDGET: budget })
  const there = phones(attacked)
  const sendFrom = (at: number) => outcome(there.send(there.fresh().number, `198.51.100.${at % 100}`))
  const outcomes: string[] = []
  for (let wave = 0; wave < 40; wave += 1)
    outcomes.push(...(await Promise.all(Array.from({ length: 25 }, (_, at) => sendFrom(wave * 25 + at)))))
  expect(allowed(outcomes)).toBeLessThanOrEqual(budget)
  expect(outcomes).not.toContain('INTERNAL')
  const outbox = async () => (await attacked.call(contract.member.listOutbox, {})).length
  await expect.poll(outbox).toBe(budget)

  await attacked.stop()
  await using _again = await startMember(attacked.options, testProcess())
  expect(await sendFrom(0)).toBe('RATE_LIMITED')
  await there.age(3_600)
  expect(await sendFrom(0)).toBe('ok')
})

test('a send over the limit is refused before the lock, and every other one is decided under it', async () => {
  const { number, address } = phone.fresh()
  await phone.send(number, address)
  const late = phone.fresh()
  const { late: judged } = await member.backend.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${1_262_702_403}, 0)`
    expect(await outcome(phone.send(number, address))).toBe('RATE_LIMITED')
    const judged = outcome(phone.send(late.number, late.address))
    // Another send is counted while this one waits.
    await waiting(member, 1)
    await tx`insert into member.code_sends (number, prefix, network, at)
      select sha256(i::text::bytea), sha256(i::text::bytea), null, clock_timestamp() from generate_series(1, 1000) i`
    return { late: judged }
  })
  expect(await judged).toBe('RATE_LIMITED')
})
