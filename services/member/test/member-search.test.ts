import { randomUUID } from 'node:crypto'
import { contract, type Input } from '@kingcar/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCars, fillMembers } from './insert-members.ts'
import { startBeforeAll, startTestMember } from './start-member.ts'

const { listMembers } = contract.member
const actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null } as const
const member = startBeforeAll()
beforeAll(async () => {
  await member.addMember({ name: '홍길동', email: 'hong@kingcar.test', phoneNumber: '+821012349999' })
  const { id } = await member.addMember({ name: '김수진', email: 'Kim@kingcar.test', phoneNumber: '+821055556666' })
  await member.addMember({ name: '홍가람', email: 'hon_1@kingcar.test', phoneNumber: '+821077778888' })
  await member.addMember({ name: 'Ann (A.) Lee', email: 'ann%lee@kingcar.test', phoneNumber: '+821011112222' })
  await member.addMember({ name: '남궁 민수', email: 'namgung@kingcar.test', phoneNumber: '+821033334444' })
  await addCars(member.backend.sql, id, '12가9999', '서울34바5678')
})

const list = (input: Input<typeof listMembers>) => member.call(listMembers, input, { actor })
const found = async (q: string) => (await list({ q, sort: ['name,asc'] })).content.map(({ name }) => name)

describe('listMembers finds', () => {
  test.each<[string, string, string[]]>([
    ['part of a name', '길동', ['홍길동']],
    ['one letter of it', '홍', ['홍가람', '홍길동']],
    ['its initials', 'ㅎㄱㄷ', ['홍길동']],
    ['initials in its middle', 'ㅅㅈ', ['김수진']],
    ['initials that an input method joined', 'ㄳ', ['김수진']],
    ['one initial', 'ㅎ', ['홍가람', '홍길동']],
    ['syllables and initials', '홍ㄱㄹ', ['홍가람']],
    ['a name in decomposed form', '홍길동'.normalize('NFD'), ['홍길동']],
    ['initials as conjoining jamo', 'ᄒᄀᄃ', ['홍길동']],
    ['a name without the space that its owner typed', '남궁민수', ['남궁 민수']],
    ['a name with a space that its owner did not type', '홍 길동', ['홍길동']],
    ['initials across a space', 'ㄱㅁㅅ', ['남궁 민수']],
    ['letters of either case', 'aNN', ['Ann (A.) Lee']],
    ['what would mean something in a pattern', '(a.)', ['Ann (A.) Lee']],
    ['and takes no text for a pattern', 'A...L', []],
    ['no name that has all of it in another order', 'n L', []],
    ['last four digits, of phones and plates', '9999', ['김수진', '홍길동']],
    ['a phone as people write it', '010-5555-6666', ['김수진']],
    ['a phone as it is kept', '+821055556666', ['김수진']],
    ['a plate however it is written', '서울 34 바 5678', ['김수진']],
    ['the beginning of an email', 'KIM@', ['김수진']],
    ['not its middle', 'ingcar', []],
    ['an email with what LIKE would read otherwise', 'hon_', ['홍가람']],
    ['the same with another', 'ann%', ['Ann (A.) Lee']],
    ['everybody where nothing is asked', ' ', ['Ann (A.) Lee', '김수진', '남궁 민수', '홍가람', '홍길동']],
    ['nobody', '없는 사람', []],
  ])('%s', async (_, q, expected) => {
    expect(await found(q)).toEqual(expected)
  })
})

test('a member is listed with their cars, the main car first', async () => {
  expect((await list({ q: '김수진' })).content).toEqual([
    {
      id: expect.any(String),
      provider: 'KINGCAR',
      email: 'Kim@kingcar.test',
      name: '김수진',
      phoneNumber: '+821055556666',
      carNumbers: ['서울34바5678', '12가9999'],
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
})

test('the order is the requested one, by default the newest first, and the pages add up', async () => {
  const names = async (input: Input<typeof listMembers>) => (await list(input)).content.map(({ name }) => name)
  expect(await names({})).toEqual(['남궁 민수', 'Ann (A.) Lee', '홍가람', '김수진', '홍길동'])
  expect(await names({ sort: ['email,desc'] })).toEqual(['남궁 민수', '홍길동', '홍가람', 'Ann (A.) Lee', '김수진'])
  expect(await names({ q: '홍', size: 1, page: 1, sort: ['createdAt,asc'] })).toEqual(['홍가람'])
  expect(await list({ q: '홍', size: 1 })).toMatchObject({ totalElements: 2, totalPages: 2, last: false })
})

test('with many members no search scans a whole table, for a rare or a common text, and neither does its total', async () => {
  await using alone = await startTestMember()
  const own = await alone.backend.sql.reserve()
  const scans = async () => {
    await own`select pg_stat_force_next_flush()`
    const [row] = await own<{ whole: number; indexed: number }[]>`
      select sum(seq_scan)::integer as whole, sum(idx_scan)::integer as indexed from pg_stat_user_tables
      where schemaname = 'member' and relname in ('members', 'cars')`
    return row ?? { whole: 0, indexed: 0 }
  }
  await fillMembers(own, 20_000)
  const before = await scans()
  for (const q of ['0042', '010-5000-0042', '김', 'ㄱ', 'ㄱㅅ', '길동', 'member1', 'm', '100가0042', undefined]) {
    for (const sort of ['createdAt,desc', 'name,asc', 'email,desc'] as const) {
      const input = { ...(q && { q }), sort: [sort] }
      const { totalElements } = await alone.call(listMembers, input, { actor })
      expect([q, totalElements > 0]).toEqual([q, true])
    }
  }
  await alone.stop() // connections report their statistics when they close
  await expect.poll(async () => (await scans()).indexed).toBeGreaterThan(before.indexed + 100)
  expect((await scans()).whole).toBe(before.whole)
  own.release()
})
