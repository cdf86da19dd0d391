import { randomUUID } from 'node:crypto'
import { type CsvPiece, contract } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import { addCars, fillMembers } from './insert-members.ts'
import { startBeforeAll } from './start-member.ts'

const { getMember, endMemberSessions, exportMembers } = contract.member
const actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null } as const
const member = startBeforeAll()

const detail = (id: string) => member.call(getMember, { id }, { actor })
const auditOf = (id: string) =>
  member.backend.sql`select action, actor_id, before, after from member.audit_logs where entity_id = ${id}`

describe('getMember', () => {
  // ASVS 7.5.2
  test('returns the data of a member', async () => {
    const { id, name, email, phoneNumber, actor: own } = await member.addMember()
    const { sql } = member.backend
    await addCars(sql, id, '12가3456', '34나5678')
    await sql`insert into member.agreements (member_id, terms_id, type, version, title, required, channel, agreed_at)
      values (${id}, ${randomUUID()}, 'PRIVACY_POLICY', 1, '개인정보', true, 'join', now())`
    const shown = await detail(id)
    expect(shown).toMatchObject({ id, name, email, phoneNumber, provider: 'KINGCAR', products: [], orders: [] })
    expect(shown.cars.map(({ carNumber, main }) => [carNumber, main])).toEqual([
      ['34나5678', true],
      ['12가3456', false],
    ])
    expect(shown.agreements).toMatchObject([{ title: '개인정보', channel: 'join' }])
    expect(shown.sessions).toEqual([
      { id: own.sessionId, createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ])
  })

  test('its ETag changes with the response, and with nothing else', async () => {
    const { id } = await member.addMember()
    const { sql } = member.backend
    const tag = () => member.etag(getMember, { id }, { actor })
    const seen = [await tag()]
    expect(await tag()).toBe(seen[0])
    await sql`update member.members set name = '새 이름' where id = ${id}`
    seen.push(await tag())
    await addCars(sql, id, '56다7890')
    seen.push(await tag())
    await member.call(endMemberSessions, { id }, { actor })
    seen.push(await tag())
    expect(new Set(seen).size).toBe(4)
  })

  test('an unknown member is not found', async () => {
    const nobody = { id: randomUUID() }
    await expect(detail(nobody.id)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' })
    const ending = member.call(endMemberSessions, nobody, { actor })
    await expect(ending).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' })
  })
})

// ASVS 7.4.5, 10.4.9
test('ending sessions signs the member out, is published, and is audited once', async () => {
  const { id, actor: own } = await member.addMember()
  const other = await member.addMember()
  expect(await member.call(endMemberSessions, { id }, { actor })).toBeNull()
  expect((await detail(id)).sessions).toEqual([])
  expect((await detail(other.id)).sessions).toHaveLength(1)
  const published = async () => (await member.events('member.sessionEnded', 1)).map(({ sessionId }) => sessionId)
  await expect.poll(published).toContain(own.sessionId)
  const [row] = await member.backend.sql`select end_reason from member.sessions where id = ${own.sessionId}`
  expect(row).toEqual({ end_reason: 'endedByAdmin' })
  await member.call(endMemberSessions, { id }, { actor }) // no session is open any more
  expect(await auditOf(id)).toEqual([
    { action: 'endMemberSessions', actor_id: actor.id, before: { sessions: [own.sessionId] }, after: { sessions: [] } },
  ])
})

test('an export masks personal data unless asked for, and is in the audit log before its first row', async () => {
  const read = (full: boolean) => member.call(exportMembers, { q: '홍길동', reason: '탈퇴 문의 확인', full }, { actor })
  const masked = await read(false)
  expect(masked.lines).toContain('홍*동')
  expect(masked.lines).not.toMatch(/홍길동|\d{4}-\d{4}(?=,)/)
  expect((await read(true)).lines).toContain('홍길동')
  // Chosen rows: the entry has their number, not their ids.
  const [one] = masked.lines.split('\r\n').slice(1)
  const id = one?.slice(0, 36) ?? ''
  const chosen = await member.call(exportMembers, { q: '홍길동', ids: [id, randomUUID()] }, { actor })
  expect(chosen.lines.split('\r\n').slice(1)).toEqual([one, ''])
  const [entry] = await member.backend.sql`
    delete from member.audit_logs where action = 'exportMembers' and after ->> 'filter' like '%ids%' returning after`
  expect(entry?.after).toMatchObject({ rows: 1, filter: 'q, ids' })
  const logged = await member.backend.sql`
    select action, entity, after from member.audit_logs where action = 'exportMembers' order by at desc limit 2`
  const after = { reason: '탈퇴 문의 확인', rows: masked.lines.split('\r\n').length - 2, filter: 'q' }
  expect(logged).toEqual(
    [true, false].map((full) => ({ action: 'exportMembers', entity: 'export', after: { ...after, full } })),
  )
})

test('only administrators who may see contact data export it without masks', async () => {
  const staff = { ...actor, adminRole: 'staff' as const }
  const withoutReason = member.call(exportMembers, { full: true }, { actor })
  await expect(withoutReason).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'reason' }] })
  const call = member.call(exportMembers, { reason: '확인', full: true }, { actor: staff })
  await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

describe('exportMembers', () => {
  type Query = Parameters<typeof list>[0]
  const list = (input: { q?: string; sort?: ('createdAt,asc' | 'name,desc' | 'email,asc' | 'email,desc')[] }) =>
    member.call(contract.member.listMembers, { ...input, size: 100 }, { actor })
  /** All pieces, as the gateway requests them. */
  async function pieces(input: Query, between?: () => Promise<unknown>): Promise<CsvPiece[]> {
    const all = [await member.call(exportMembers, { ...input, reason: '월말 정산', full: true }, { actor })]
    for (let next = all[0]?.next; next; next = all.at(-1)?.next) {
      await between?.()
      all.push(await member.call(exportMembers, { ...input, reason: '월말 정산', full: true }, { actor, cursor: next }))
    }
    return all
  }
  const lines = (all: CsvPiece[]) =>
    all
      .map((piece) => piece.lines)
      .join('')
      .split('\r\n')
      .slice(0, -1)
  const ids = (all: CsvPiece[]) =>
    lines(all)
      .slice(1)
      .map((line) => line.slice(0, 36))

  test('writes the headings once, times of Seoul and national phone numbers', async () => {
    const { id, email } = await member.addMember({ name: '=내보내기', phoneNumber: '+821098765432' })
    const { sql } = member.backend
    await sql`update member.members set created_at = '2026-01-31T15:04:05Z' where id = ${id}`
    await addCars(sql, id, '78라1234', '90마2345')
    expect(await pieces({ q: '내보' })).toEqual([
      {
        lines: `회원 ID,가입일시,이름,가입 경로,이메일,휴대폰 번호,차량번호\r\n${id},2026-02-01 00:04:05,'=내보내기,킹카,${email},010-9876-5432,"90마2345, 78라1234"\r\n`,
        next: null,
        memberIds: [id],
      },
    ])
  })

  test.each<Query>([
    {},
    { sort: ['createdAt,asc'] },
    { sort: ['name,desc', 'email,asc'] },
    { sort: ['email,asc'] },
    { sort: ['email,desc'] },
    { q: '쪽', sort: ['email,desc', 'name,desc'] },
  ])('of %j each member is exported once, in the order of the list, while others join and leave', async (input) => {
    const { sql } = member.backend
    await sql`delete from member.cars`
    await sql`delete from member.members`
    await fillMembers(sql, 1_200)
    // times that a JavaScript date cannot distinguish, equal names and emails, and some members without an email
    await sql`update member.members set name = '쪽' || right(phone_number, 1),
      created_at = timestamptz '2026-01-01' + right(phone_number, 4)::integer / 3 * interval '1 microsecond'`
    await sql`update member.members set provider = 'KAKAO', social_subject = phone_number, email = null
      where right(phone_number, 1) in ('3', '7')`
    const expected = await sql<{ id: string }[]>`select id from member.members`
    const all = await pieces(input, async () => {
      const { id } = await member.addMember({ name: '쪽 나중' })
      await sql`delete from member.sessions where account_id = ${id}`
      await sql`delete from member.members where id = ${id}`
    })
    expect(all.length).toBeGreaterThan(2)
    expect(new Set(ids(all))).toEqual(new Set(expected.map(({ id }) => id)))
    expect(ids(all)).toHaveLength(1_200)
    const { content } = await list(input)
    expect(ids(all).slice(0, 100)).toEqual(content.map(({ id }) => id))
  })
})
