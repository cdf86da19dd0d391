import { contract } from '@kingcar/contract'
import { outcome } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { actorOf, joinCode, type Pair, startBeforeAll, startTestMember } from './start-member.ts'

let count = 0
const member = startBeforeAll()

const password = 'a long password'
/** An account and an address that no other test uses. */
async function fresh(): Promise<{ email: string; address: string }> {
  count += 1
  const email = `login${count}@kingcar.test`
  await member.join(email, password)
  return { email, address: `198.51.100.${count}` }
}
const attempts = async (times: number, attempt: (at: number) => Promise<unknown>) => {
  const outcomes: string[] = []
  for (let at = 0; at < times; at += 1) outcomes.push(await outcome(attempt(at)))
  return outcomes
}
const wrong = (email: string, address: string): Promise<Pair> => member.login({ email, password: 'wrong' }, address)

describe('the limit of ten failures for an account from one address', () => {
  test('refuses the next try, also with the right password, and nothing from other addresses', async () => {
    const { email, address } = await fresh()
    expect(new Set(await attempts(10, () => wrong(email, address)))).toEqual(new Set(['LOGIN_FAILED']))
    await expect(member.login({ email, password }, address)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 880 && seconds <= 900),
    })
    await member.login({ email, password }, '198.51.100.200')
    const other = await fresh()
    await member.login({ email: other.email, password }, address)
  })

  test('counts failures only, and a success resets the count', async () => {
    const { email, address } = await fresh()
    await attempts(9, () => wrong(email, address))
    await attempts(12, () => member.login({ email, password }, address))
    expect(await attempts(10, () => wrong(email, address))).toEqual(Array(10).fill('LOGIN_FAILED'))
    expect(await outcome(wrong(email, address))).toBe('RATE_LIMITED')
  })

  // ASVS 6.1.1
  test('accepts one more try when the oldest failure is 15 minutes old', async () => {
    const { email, address } = await fresh()
    await attempts(10, () => wrong(email, address))
    await member.backend.sql`update member.failed_attempts set at = at - interval '15 minutes' where id =
      (select id from member.failed_attempts order by id desc offset 9 limit 1)`
    expect(await attempts(2, () => wrong(email, address))).toEqual(['LOGIN_FAILED', 'RATE_LIMITED'])
  })

  // ASVS 6.3.1
  test('holds against 50 concurrent guesses, of which one is right', async () => {
    const { email, address } = await fresh()
    await attempts(10, () => wrong(email, address))
    await member.backend.sql`update member.failed_attempts set at = at - interval '15 minutes' where id in
      (select id from member.failed_attempts order by id desc limit 5)`
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(wrong(email, address))))
    expect(outcomes.filter((each) => each === 'LOGIN_FAILED')).toHaveLength(5)
    expect(outcomes).not.toContain('INTERNAL')
    expect(await outcome(member.login({ email, password }, address))).toBe('RATE_LIMITED')
  })

  test('counts an email in any case as one, and a /64 of IPv6', async () => {
    const { email } = await fresh()
    const addresses = ['2001:db8:0:7::1', '2001:db8:0:7:ffff::2']
    await attempts(10, (at) => wrong(at % 2 ? email : email.toUpperCase(), addresses[at % 2] ?? ''))
    expect(await outcome(member.login({ email, password }, '2001:db8:0:7::3'))).toBe('RATE_LIMITED')
    expect(await outcome(member.login({ email, password }, '2001:db8:0:8::3'))).toBe('ok')
  })

  test('counts an unknown email like a known one', async () => {
    expect(await attempts(11, () => wrong('nobody@kingcar.test', '198.51.100.201'))).toEqual([
      ...Array(10).fill('LOGIN_FAILED'),
      'RATE_LIMITED',
    ])
  })
})

// ASVS 6.3.1, 6.3.3
test('a hundred failures refuse an address, and an account from everywhere', async () => {
  const { email, address } = await fresh()
  /** Inserts failures of many addresses or accounts. */
  const spread = (column: 'account' | 'address') => member.backend.sql`
    insert into member.failed_attempts (purpose, account, address)
    select purpose, ${column === 'account' ? member.backend.sql`account` : member.backend.sql`sha256(i::text::bytea)`},
      ${column === 'address' ? member.backend.sql`address` : member.backend.sql`sha256(i::text::bytea)`}
    from (select * from member.failed_attempts order by id desc limit 1) last, generate_series(1, 99) i`
  await outcome(wrong(email, address))
  await spread('account')
  expect(await outcome(member.login({ email, password }, '198.51.100.202'))).toBe('RATE_LIMITED')

  const other = await fresh()
  await outcome(wrong(other.email, other.address))
  await spread('address')
  const third = await fresh()
  expect(await outcome(member.login({ email: third.email, password }, other.address))).toBe('RATE_LIMITED')
})

// ASVS 6.2.10
test('a password stays valid for ten years', async () => {
  const { email, address } = await fresh()
  await member.backend
    .sql`update member.admins set created_at = created_at - interval '10 years' where email = ${email}`
  expect(await member.login({ email, password }, address)).toHaveProperty('accessToken')
})

// ASVS 6.3.8
test('a wrong email and a wrong password get the same response in the same time', async () => {
  const { email } = await fresh()
  const answers = new Set<string>()
  /** Processor time of each refusal, most of which is the hash: other load on the machine lengthens only the waiting. */
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let at = 0; at < 24; at += 1) {
    for (const who of ['known', 'unknown'] as const) {
      const began = process.cpuUsage()
      const error = await wrong(who === 'known' ? email : 'nobody-here@kingcar.test', `192.0.2.${at}`).catch(
        (cause: unknown) => cause,
      )
      const { user, system } = process.cpuUsage(began)
      times[who].push(user + system)
      answers.add(JSON.stringify(error))
    }
  }
  const quartile = (list: number[]) => list.toSorted((a, b) => a - b)[list.length / 4] ?? 0
  const ratio = quartile(times.unknown) / quartile(times.known)
  expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(0.25)
  expect(answers.size).toBe(1)
})

describe('join', () => {
  const join = (code: string, address: string, email = 'join@kingcar.test'): Promise<unknown> =>
    member.bus.call(
      contract.member.joinAdmin,
      { email, password, name: '이관리', joinCode: code },
      member.from(address),
    )

  test('reports a taken email only to callers who know the code', async () => {
    const { email } = await fresh()
    expect(await outcome(join('wrong', '198.51.100.203', email))).toBe('JOIN_CODE_INVALID')
    expect(await outcome(join(joinCode, '198.51.100.203', email))).toBe('EMAIL_TAKEN')
    expect(await outcome(join(joinCode, '198.51.100.203', email.toUpperCase()))).toBe('EMAIL_TAKEN')
  })

  test('refuses an address after ten wrong codes in an hour, with the right one too', async () => {
    expect(await attempts(10, () => join('wrong', '198.51.100.204'))).toEqual(Array(10).fill('JOIN_CODE_INVALID'))
    expect(await outcome(join(joinCode, '198.51.100.204'))).toBe('RATE_LIMITED')
    expect(await outcome(join(joinCode, '198.51.100.205'))).toBe('ok')
  })

  test('the new account is audited without its password, and published', async () => {
    const admin = await member.join('audited@kingcar.test', password)
    const [entry] = await member.backend.sql`select * from member.audit_logs where entity_id = ${admin.id}`
    expect(entry).toMatchObject({
      action: 'joinAdmin',
      actor_id: admin.id,
      after: { email: 'audited@kingcar.test', name: '김관리' },
    })
    const published = async () =>
      (await member.events('member.adminChanged', 1)).some(({ adminId }) => adminId === admin.id)
    await expect.poll(published).toBe(true)
  })

  // ASVS 13.2.3
  test('no client can join if no code is configured', async () => {
    await using closed = await startTestMember({ ADMIN_JOIN_CODE: undefined } as never)
    await expect(closed.join('x@kingcar.test', password)).rejects.toMatchObject({ code: 'JOIN_CODE_INVALID' })
  })
})

// ASVS 2.4.1, 15.2.2
test('a flood of logins is refused beyond the queue, and the others succeed', async () => {
  const { email, address } = await fresh()
  const tokens = await member.login({ email, password }, address)
  const flood = Array.from({ length: 200 }, (_, at) => outcome(wrong(`flood${at}@kingcar.test`, `192.0.2.${at}`)))
  const list = outcome(member.bus.call(contract.member.listAdmins, {}, member.from(address, actorOf(tokens))))
  const outcomes = new Set(await Promise.all(flood))
  expect(outcomes).toEqual(new Set(['LOGIN_FAILED', 'UNAVAILABLE']))
  expect(await list).toBe('ok')
})
