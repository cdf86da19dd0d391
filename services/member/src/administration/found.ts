import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { cars, members } from '../tables.ts'
import type { MemberSearch, NameSearch } from './search.ts'

/**
 * Whether a member is among those whom a search finds: each meaning of the text is looked up by its own index. What
 * many can have stands in subqueries, which the planner does not look into: the plan is the same for a rare text and for
 * one that half of all have, where a scan of everything would seem cheaper.
 */
export function matches({ name, email, lastDigits, phoneNumber, carNumber }: MemberSearch): SQL | undefined {
  return or(
    email === undefined ? undefined : beginsWith(members.email, email),
    lastDigits === undefined ? undefined : sql`right(phone_number, 4) = ${lastDigits}`,
    lastDigits === undefined ? undefined : hasCar(sql`right(car_number, 4) = ${lastDigits}`),
    phoneNumber === undefined ? undefined : sql`phone_number = ${phoneNumber}`,
    carNumber === undefined ? undefined : hasCar(sql`car_number = ${carNumber}`),
    // last: a row that another meaning has found is not looked at letter by letter
    sql`(name_grams @> ${lowered(name.grams)} and ${hasName(members.name, name)})`,
  )
}

/**
 * The same for a page in some order: those who match become an array first. Without it the planner would walk along the
 * order until a page is full, which for a rare text is through all members.
 */
export const isFound = (search: MemberSearch): SQL =>
  sql`${members.id} = any(array(select id from ${members} where ${matches(search)}))`

/** Whether a name has a text in it, wherever its owner put spaces. */
export const hasName = (name: SQLWrapper, { pattern }: NameSearch): SQL =>
  sql`replace(lower(${name}), ' ', '') ~ lower(${pattern}::text)`

/** Whether an email begins with a text, in letters of either case: the range of texts that do, byte by byte. */
export const beginsWith = (email: SQLWrapper, text: string): SQL => sql`(
  lower(${email}) ~>=~ (select lower(${text}::text)) and lower(${email}) ~<~ (select lower(${text}::text) || chr(1114111)))`

const hasCar = (which: SQL) => sql`${members.id} = any(array(select member_id from ${cars} where ${which}))`

const lowered = (texts: readonly string[]) =>
  sql`array(select lower(text) from json_array_elements_text(${JSON.stringify(texts)}::text::json) as t (text))`
