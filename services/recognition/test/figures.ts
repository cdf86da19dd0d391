import type { Backend } from '@kingcar/testing'
import { expect } from 'vitest'

/** Compares the figures of visits, by hour and day and of each store and all, with a count of the rows, and departures with the reads. */
export async function expectFiguresToBeExact(sql: Backend['sql']): Promise<void> {
  expect(await sql`select * from recognition.wrong_visit_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select * from recognition.wrong_departure_figures('-infinity', 'infinity')`).toEqual([])
}
