import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  type contract,
  csvPhone,
  csvTime,
  type Input,
  type MemberSummary,
  type PageOf,
  parseMemberSearch,
  providerLabels,
} from '@kingcar/contract'
import { exportPiece, isOneOf, matchesMember, page } from '@kingcar/db'
import { and, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { cars, members } from '../tables.ts'

type Query = Input<typeof contract.member.listMembers>

const sortable = { id: members.id, createdAt: members.createdAt, name: members.name, email: members.email }
const newestFirst = 'createdAt,desc'
const people = { members, cars }

/** The main car first. As JSON: the driver reads no arrays of texts. */
const carNumbers = sql<string[]>`(
  select coalesce(json_agg(c.car_number order by c.main desc, c.created_at, c.id), '[]')
  from cars c where c.member_id = members.id)`

const columns = {
  id: members.id,
  provider: members.provider,
  email: members.email,
  name: members.name,
  phoneNumber: members.phoneNumber,
  carNumbers,
  createdAt: members.createdAt,
}

/** Members, the newest first unless asked otherwise; with `q` those whom a search finds. */
export function listMembers({ db: { read } }: Ctx, input: Query): Promise<PageOf<MemberSummary>> {
  const search = searchOf(input)
  const which = search && isOneOf(members.id, people, search)
  return page(
    input,
    sortable,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select(columns)
        .from(members)
        .where(which)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return rows.map(toSummary)
    },
    () => read.$count(members, search && matchesMember(people, search)),
  )
}

/** The same list as a file. */
export function exportMembers({ db: { read } }: Ctx, input: Query, caller: Caller): Promise<CsvPiece> {
  const search = searchOf(input)
  const which = search && isOneOf(members.id, people, search)
  return exportPiece(input, caller.cursor, {
    columns: file,
    sortable,
    otherwise: newestFirst,
    async rows({ after, orderBy, limit, position }) {
      const rows = await read
        .select({ ...columns, position })
        .from(members)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      return rows.map(({ position, ...row }) => ({ position, row: toSummary(row) }))
    },
  })
}

const file: CsvColumns<MemberSummary> = [
  ['회원 ID', ({ id }) => id],
  ['가입일시', ({ createdAt }) => csvTime(createdAt)],
  ['이름', ({ name }) => name],
  ['가입 경로', ({ provider }) => providerLabels[provider]],
  ['이메일', ({ email }) => email],
  ['휴대폰 번호', ({ phoneNumber }) => csvPhone(phoneNumber)],
  ['차량번호', ({ carNumbers }) => carNumbers.join(', ')],
]

const searchOf = ({ q }: Query) => (q === undefined ? undefined : parseMemberSearch(q))

type Row = Omit<MemberSummary, 'createdAt'> & { createdAt: Date }
const toSummary = (row: Row): MemberSummary => ({ ...row, createdAt: row.createdAt.toISOString() })
