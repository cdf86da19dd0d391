import type { Backend } from '@kingcar/testing'
import { expect } from 'vitest'

/** Compares the figures of visits, by hour and day and of each store and all, with a count of the rows. */
export const expectFiguresToBeExact = async (sql: Backend['sql']): Promise<void> =>
  expect(await sql`select * from recognition.wrong_visit_figures('-infinity', 'infinity')`).toEqual([])
