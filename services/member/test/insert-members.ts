import type { Sql } from 'postgres'

/** Inserts members directly: the phone and the plate of each end in its number, and a few hundred names repeat. */
export async function fillMembers(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into member.members (provider, email, name, gender, birth_date, phone_number)
    select 'KINGCAR', 'member' || n || '@kingcar.test', substr('김이박최정강조윤장임', 1 + n % 10, 1)
      || substr('서하도지민예준은수길', 1 + n / 10 % 10, 1) || substr('연우진아영호동훈미경', 1 + n / 100 % 10, 1),
      'Male', '1990-01-01', '+8210' || 50000000 + n
    from generate_series(1, ${count}) n`
  await sql`
    insert into member.cars (member_id, car_number, car_brand_id, model, main)
    select m.id, (100 + n / 10000) || '가' || lpad((n % 10000)::text, 4, '0'), ${someBrand(sql)}, 'K5', true
    from member.members m cross join lateral (select right(m.phone_number, 8)::integer - 50000000 as n) as own
    where m.email like 'member%'`
  await sql`vacuum analyze member.members, member.cars`
}

/** Inserts cars directly, the last one as the main car. */
export async function addCars(sql: Sql, memberId: string, ...carNumbers: string[]): Promise<void> {
  for (const carNumber of carNumbers)
    await sql`insert into member.cars (member_id, car_number, car_brand_id, model, main)
      values (${memberId}, ${carNumber}, ${someBrand(sql)}, 'K5', ${carNumber === carNumbers.at(-1)})`
}

const someBrand = (sql: Sql) => sql`(select id from member.car_brands where name = '기아')`
