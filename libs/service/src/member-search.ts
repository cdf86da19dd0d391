import type { MemberSearch, NameSearch } from '@kingcar/contract'
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * The tables in which a service searches members. `members` has a column `name_grams`, filled as in the migrations of the
 * member service. Each expression below has an index.
 */
export type People = {
  members: PgTable & Record<'id' | 'name' | 'email' | 'phoneNumber', PgColumn>
  cars: PgTable & Record<'memberId' | 'carNumber', PgColumn>
  /** Restricts the cars that are searched. */
  standing?: SQL
}

/**
 * Condition: the member matches the search. Each meaning of the text uses an index of its own. Values that many rows
 * can share are in subqueries, which the planner does not estimate: so the plan for a text that half of all members
 * match is the same as for a rare text, and not a full scan.
 */
export function matchesMember(people: People, search: MemberSearch): SQL | undefined {
  const { members, cars, standing } = people
  const { name, email, lastDigits, ofPlate, phoneNumber, carNumber } = search
  const hasCar = (which: SQL) =>
    sql`${members.id} = any(array(select ${cars.memberId} from ${cars} where ${and(which, standing)}))`
  return or(
    email === undefined ? undefined : beginsWith(members.email, email),
    lastDigits === undefined || ofPlate ? undefined : sql`right(${members.phoneNumber}, 4) = ${lastDigits}`,
    lastDigits === undefined ? undefined : hasCar(sql`right(${cars.carNumber}, 4) = ${lastDigits}`),
    phoneNumber === undefined ? undefined : sql`${members.phoneNumber} = ${phoneNumber}`,
    carNumber === undefined ? undefined : hasCar(sql`${cars.carNumber} = ${carNumber}`),
    // last, since it is the slowest: it is not evaluated for a row that has already matched
    sql`(name_grams @> ${lowered(name.grams)} and ${hasName(members.name, name)})`,
  )
}

/**
 * Condition for a sorted page: the column is the id of a matching member. The matches are collected into an array first.
 * Otherwise the planner would follow the sort order until the page is full, which for a rare text reads all rows.
 */
export const isOneOf = (memberId: PgColumn, people: People, search: MemberSearch): SQL =>
  sql`${memberId} = any(array(select ${people.members.id} from ${people.members} where ${matchesMember(people, search)}))`

/** Condition: the name contains the text, ignoring spaces and letter case. */
export const hasName = (name: SQLWrapper, { pattern }: NameSearch): SQL =>
  sql`replace(lower(${name}), ' ', '') ~ lower(${pattern}::text)`

/** Condition: the email begins with the text, ignoring letter case. A bytewise range, which an index supports. */
export const beginsWith = (email: SQLWrapper, text: string): SQL => sql`(
  lower(${email}) ~>=~ (select lower(${text}::text)) and lower(${email}) ~<~ (select lower(${text}::text) || chr(1114111)))`

const lowered = (texts: readonly string[]) =>
  sql`array(select lower(text) from json_array_elements_text(${JSON.stringify(texts)}::text::json) as t (text))`
