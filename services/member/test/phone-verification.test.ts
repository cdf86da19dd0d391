import { contract, providers } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { createLogger } from '@kingcar/runtime'
import { outcome } from '@kingcar/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredRows } from '../src/delete-expired-rows.ts'
import { checkVerificationToken, consumeVerificationToken } from '../src/phone-verification/verification-token.ts'
import { listeningProcess, otherThan, phones } from './phone-steps.ts'
import { startBeforeAll, waiting } from './start-member.ts'

const running = listeningProcess()
const member = startBeforeAll({}, running)
const phone = phones(member)

/** A new number and the code that was sent to it. */
async function sent() {
  const { number, address } = phone.fresh()
  await phone.send(number, address)
  return { number, address, code: await phone.code(number) }
}
const figure = async (name: string, of: string) => {
  const metric = await running.health.metrics.getSingleMetric(name)?.get()
  return metric?.values.find(({ labels }) => labels.outcome === of)?.value ?? 0
}

describe('a code', () => {
  // ASVS 6.5.5
  test('is valid for three minutes, and a new one can be requested after one, by the clock of the database', async () => {
    const { number, address } = phone.fresh()
    const [before] = await member.backend.sql`select clock_timestamp() as at`
    const answer = await phone.send(number, address)
    const [after] = await member.backend.sql`select clock_timestamp() as at`
    const sentAt = Date.parse(answer.expiresAt) - 180_000
    expect(Date.parse(answer.resendAfter)).toBe(sentAt + 60_000)
    expect(sentAt).toBeGreaterThanOrEqual(before?.at.getTime())
    expect(sentAt).toBeLessThanOrEqual(after?.at.getTime())
    const [message] = (await phone.code(number)) ? await phone.sent(number) : []
    expect(message).toEqual({
      to: number,
      channel: 'sms',
      subject: null,
      text: expect.stringMatching(/^\[KINGCAR\] 인증번호 \d{6}\n/),
      sentAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
  })

  // ASVS 6.4.1
  test('is exchanged once for a token, however the number is written', async () => {
    const { number, code } = await sent()
    const written = `010-${number.slice(5, 9)}-${number.slice(9)}`
    const right = await figure('kingcar_member_code_checks_total', 'right')
    expect(await phone.check(written, code)).toEqual({ verificationToken: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await outcome(phone.check(number, code))).toBe('CODE_INVALID')
    expect(await figure('kingcar_member_code_checks_total', 'right')).toBe(right + 1)
  })

  test('is requested in the same way whether a member has the number or not', async () => {
    const known = phone.fresh()
    const unknown = phone.fresh()
    await member.addMember({ phoneNumber: known.number })
    const shape = {
      verificationId: expect.stringMatching(/^[\da-f-]{36}$/),
      expiresAt: expect.any(String),
      resendAfter: expect.any(String),
    }
    for (const { number, address } of [known, unknown]) {
      expect(await phone.send(number, address)).toEqual(shape)
      expect(await outcome(phone.send(number, address))).toBe('RATE_LIMITED')
      expect(await phone.code(number)).toMatch(/^\d{6}$/)
    }
  })

  // ASVS 6.6.2
  test('belongs to its number and its provider', async () => {
    const one = await sent()
    const other = await sent()
    expect(await outcome(phone.check(other.number, one.code))).toBe('CODE_INVALID')
    expect(await outcome(phone.check(one.number, one.code, 'KAKAO'))).toBe('CODE_INVALID')
    expect(await outcome(phone.check(phone.fresh().number, one.code))).toBe('CODE_INVALID')
    expect(await outcome(phone.check(one.number, one.code))).toBe('ok')
  })

  test('is void after five wrong tries, also for the right one, until the next code', async () => {
    const { number, address, code } = await sent()
    for (let tries = 0; tries < 5; tries += 1)
      expect(await outcome(phone.check(number, otherThan(code)))).toBe('CODE_INVALID')
    await expect(phone.check(number, code)).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 40 && seconds <= 60),
    })
    await phone.age(60)
    await phone.send(number, address)
    expect(await outcome(phone.check(number, await phone.code(number, 2)))).toBe('ok')
  })

  test('is accepted at the fifth try', async () => {
    const { number, code } = await sent()
    for (let tries = 0; tries < 4; tries += 1) await outcome(phone.check(number, otherThan(code)))
    expect(await outcome(phone.check(number, code))).toBe('ok')
  })

  test('is not voided for the caller who has its id, by guesses without the id or with another, or by a later code', async () => {
    const { number, address } = phone.fresh()
    const { verificationId } = await phone.send(number, address)
    const code = await phone.code(number)
    for (let tries = 0; tries < 6; tries += 1) await outcome(phone.check(number, otherThan(code)))
    expect(await outcome(phone.check(number, code))).toBe('TOO_MANY_ATTEMPTS')
    await phone.age(60)
    const later = await phone.send(number, phone.fresh().address)
    for (let tries = 0; tries < 5; tries += 1)
      expect(await outcome(phone.check(number, code, 'KINGCAR', later.verificationId))).toBe('CODE_INVALID')
    const other = await sent()
    expect(await outcome(phone.check(other.number, code, 'KINGCAR', verificationId))).toBe('CODE_INVALID')
    expect(await outcome(phone.check(number, code, 'KAKAO', verificationId))).toBe('CODE_INVALID')
    expect(await outcome(phone.check(number, code, 'KINGCAR', verificationId.toUpperCase()))).toBe('ok')
    expect(await outcome(phone.check(number, code, 'KINGCAR', verificationId))).toBe('CODE_INVALID')
  })

  test('is accepted once, with its id and without it', async () => {
    const { number, address } = phone.fresh()
    const { verificationId } = await phone.send(number, address)
    const code = await phone.code(number)
    const wrong = () => outcome(phone.check(number, otherThan(code), 'KINGCAR', verificationId))
    for (let tries = 0; tries < 4; tries += 1) expect(await wrong()).toBe('CODE_INVALID')
    const both = [phone.check(number, code), phone.check(number, code, 'KINGCAR', verificationId)].map(outcome)
    expect((await Promise.all(both)).sort()).toEqual(['CODE_INVALID', 'ok'])
  })

  // ASVS 6.6.3
  test('accepts five guesses at most, also from fifty concurrent calls', async () => {
    const { number, code } = await sent()
    const guesses = Array.from({ length: 50 }, () => outcome(phone.check(number, otherThan(code))))
    const outcomes = await Promise.all(guesses)
    expect(outcomes.filter((each) => each === 'CODE_INVALID')).toHaveLength(5)
    expect(outcomes).toContain('TOO_MANY_ATTEMPTS')
    expect(outcomes).not.toContain('INTERNAL')
  })

  test('that expired is reported as expired', async () => {
    const { number, code } = await sent()
    await member.backend.sql`update member.phone_verifications set expires_at = now() where phone_number = ${number}`
    await member.backend.sql`update member.phone_codes set expires_at = now() where phone_number = ${number}`
    expect(await outcome(phone.check(number, code))).toBe('CODE_EXPIRED')
  })

  // ASVS 6.6.2
  test('is void after a newer one was sent', async () => {
    const { number, address, code } = await sent()
    await phone.age(60)
    await phone.send(number, address)
    const newer = await phone.code(number, 2)
    expect(newer).not.toBe(code)
    expect(await outcome(phone.check(number, code))).toBe('CODE_INVALID')
    expect(await outcome(phone.check(number, newer))).toBe('ok')
  })

  // ASVS 6.5.1
  test('that two concurrent calls use is accepted from one', async () => {
    const { number, code } = await sent()
    const outcomes = await member.backend.sql.begin(async (tx) => {
      await tx`select from member.phone_verifications where phone_number = ${number} for update`
      const both = [outcome(phone.check(number, code)), outcome(phone.check(number, code))]
      await waiting(member, 2)
      return { both } // the commit unlocks them
    })
    expect((await Promise.all(outcomes.both)).sort()).toEqual(['CODE_INVALID', 'ok'])
  })

  test.each(['010-123-4567', '02-1234-5678', '+1 541 754 3010', '011-1234-5678'])(
    'is neither sent to nor checked for %s',
    async (written) => {
      const refused = {
        code: 'VALIDATION_FAILED',
        details: [{ path: 'phoneNumber', ko: expect.stringMatching(/요\.$/) }],
      }
      await expect(phone.send(written, '10.1.0.1')).rejects.toMatchObject(refused)
      await expect(phone.check(written, '123456')).rejects.toMatchObject(refused)
    },
  )

  // ASVS 6.5.2
  test('is in no table, and neither it nor its number is in the log', async () => {
    const { number, address, code } = await sent()
    await outcome(phone.check(number, otherThan(code)))
    const { sql } = member.backend
    const [row] = await sql`select v::text from member.phone_verifications v where phone_number = ${number}`
    expect(row?.v).not.toContain(code)
    const counted = JSON.stringify(await sql`select number, prefix, network from member.code_sends`)
    for (const hidden of [number, number.slice(0, -4), address])
      expect(counted).not.toContain(JSON.stringify([...Buffer.from(hidden)]).slice(1, -1))
    await phone.check(number, code)
    for (const secret of [code, number.slice(3)]) expect(running.output()).not.toContain(secret)
  })
})

describe('a verification token', () => {
  let db: Awaited<ReturnType<typeof openDatabase>>
  beforeAll(async () => {
    const log = createLogger('test', 'silent')
    db = await openDatabase({ url: member.options.DATABASE_URL, schema: 'member', name: 'test', log })
  })
  afterAll(() => db[Symbol.asyncDispose]())

  const take = (token: string, provider: (typeof providers)[number] = 'KINGCAR') =>
    db.transaction((tx) => consumeVerificationToken(tx, token, { provider, purpose: 'join' }))
  const use = { provider: 'KINGCAR', purpose: 'join' } as const
  const verified = async () => {
    const { number, code } = await sent()
    const { verificationToken: token } = await phone.check(number, code)
    return { number, token }
  }

  test('can be checked any number of times, and consumed once', async () => {
    const { number, token } = await verified()
    expect(await checkVerificationToken(db.read, token, use)).toBe(number)
    expect(await checkVerificationToken(db.read, token, use)).toBe(number)
    expect(await take(token)).toBe(number)
    expect(await outcome(take(token))).toBe('VERIFICATION_REQUIRED')
    expect(await outcome(checkVerificationToken(db.read, token, use))).toBe('VERIFICATION_REQUIRED')
  })

  // ASVS 6.5.1
  test('is accepted from one of two concurrent calls', async () => {
    const { token } = await verified()
    expect((await Promise.all([outcome(take(token)), outcome(take(token))])).sort()).toEqual([
      'VERIFICATION_REQUIRED',
      'ok',
    ])
  })

  test('stays valid if the transaction fails', async () => {
    const { number, token } = await verified()
    const failing = db.transaction(async (tx) => {
      await consumeVerificationToken(tx, token, use)
      throw new Error('elsewhere')
    })
    await expect(failing).rejects.toThrow('elsewhere')
    expect(await take(token)).toBe(number)
  })

  // ASVS 6.4.1
  test('is refused when it is wrong, of another provider, or 15 minutes old', async () => {
    const { number, token } = await verified()
    for (const provider of providers.filter((each) => each !== 'KINGCAR'))
      expect(await outcome(take(token, provider))).toBe('VERIFICATION_REQUIRED')
    expect(await outcome(take(`${token}A`))).toBe('VERIFICATION_REQUIRED')
    const [row] = await member.backend.sql`select hash, extract(epoch from expires_at - now())::float8 as left
      from member.verification_tokens where phone_number = ${number}`
    expect(row?.left).toBeGreaterThan(880)
    expect(row?.left).toBeLessThanOrEqual(900)
    expect(row?.hash.toString('base64url')).not.toBe(token)
    await member.backend.sql`update member.verification_tokens set expires_at = now() where phone_number = ${number}`
    expect(await outcome(take(token))).toBe('VERIFICATION_REQUIRED')
    expect(await outcome(checkVerificationToken(db.read, token, use))).toBe('VERIFICATION_REQUIRED')
  })

  test('and all other expired rows are deleted, and valid ones stay', async () => {
    const old = await sent()
    const { token } = await verified()
    const { sql } = member.backend
    await sql`update member.phone_verifications set expires_at = expires_at - interval '25 hours'`
    await sql`update member.phone_codes set expires_at = expires_at - interval '25 hours'`
    await sql`update member.code_sends set at = at - interval '25 hours'`
    await sql`update member.verification_tokens set expires_at = expires_at - interval '16 minutes'`
    await sql`update member.sms_outbox set sent_at = sent_at - interval '25 hours'`
    await sql`insert into member.sms_outbox (recipient, text) select 'nobody', i::text from generate_series(1, 1010) i`
    const fresh = await sent()
    const young = await verified()
    await deleteExpiredRows(db, 730)
    expect(await outcome(phone.check(old.number, old.code))).toBe('CODE_INVALID')
    expect(await sql`select from member.code_sends`).toHaveLength(2)
    expect(await outcome(phone.check(fresh.number, fresh.code))).toBe('ok')
    expect(await outcome(take(token))).toBe('VERIFICATION_REQUIRED')
    expect(await outcome(take(young.token))).toBe('ok')
    const kept = await sql`select text from member.sms_outbox order by id`
    expect(kept).toHaveLength(1_000)
    expect(kept[0]).toEqual({ text: '13' })
    expect(await member.call(contract.member.listOutbox, {})).toHaveLength(1_000)
  })
})
