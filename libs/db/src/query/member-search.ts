import type { MemberSearch, NameSearch } from '@kingcar/contract'
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * Where a service looks for members. Its table of them has a column `name_grams`, which it fills as the migrations of the
 * member service do; each expression below has an index.
 */
export type People = {
  members: PgTable & Record<'id' | 'name' | 'email' | 'phoneNumber', PgColumn>
  cars: PgTable & Record<'memberId' | 'carNumber', PgColumn>
  /** Which of the cars count, where some do not. */
  standing?: SQL
}

/**
 * Whether a member is among those whom a search finds: each meaning of the text is looked up by its own index. What
 * many can have stands in subqueries, which the planner does not look into: the plan is the same for a rare text and for
 * one that half of all have, where a scan of everything would seem cheaper.
 */
export function matchesMember(people: People, search: MemberSearch): SQL | undefined {
  const { members, cars, standing } = people
  const { name, email, lastDigits, phoneNumber, carNumber } = search
  const hasCar = (which: SQL) =>
    sql`${members.id} = any(array(select ${cars.memberId} from ${cars} where ${and(which, standing)}))`
  return or(
    email === undefined ? undefined : beginsWith(members.email, email),
    lastDigits === undefined ? undefined : sql`right(${members.phoneNumber}, 4) = ${lastDigits}`,
    lastDigits === undefined ? undefined : hasCar(sql`right(${cars.carNumber}, 4) = ${lastDigits}`),
    phoneNumber === undefined ? undefined : sql`${members.phoneNumber} = ${phoneNumber}`,
    carNumber === undefined ? undefined : hasCar(sql`${cars.carNumber} = ${carNumber}`),
    // last: a row that another meaning has found is not looked at letter by letter
    sql`(name_grams @> ${lowered(name.grams)} and ${hasName(members.name, name)})`,
  )
}

/**
 * Whether a column names one of the members whom a search finds, for a page in some order: those who match become an array
 * first. Without it the planner would walk along the order until a page is full, which for a rare text is through all rows.
 */
export const isOneOf = (memberId: PgColumn, people: People, search: MemberSearch): SQL =>
  sql`${memberId} = any(array(select ${people.members.id} from ${people.members} where ${matchesMember(people, search)}))`

/** Whether a name has a text in it, wherever its owner put spaces. */
export const hasName = (name: SQLWrapper, { pattern }: NameSearch): SQL =>
  sql`replace(lower(${name}), ' ', '') ~ lower(${pattern}::text)`

/** Whether an email begins with a text, in letters of either case: the range of texts that do, byte by byte. */
export const beginsWith = (email: SQLWrapper, text: string): SQL => sql`(
  lower(${email}) ~>=~ (select lower(${text}::text)) and lower(${email}) ~<~ (select lower(${text}::text) || chr(1114111)))`

const lowered = (texts: readonly string[]) =>
  sql`array(select lower(text) from json_array_elements_text(${JSON.stringify(texts)}::text::json) as t (text))`
