import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import { type AdminRole, contract, type Input, type Operation, type Result } from '@kingcar/contract'
import { callerOf, outcome } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { compactVisitFigures } from '../src/visit/figures.ts'
import { administratorBeforeAll } from './administrator.ts'
import { readOf, startBeforeAll } from './recognition.ts'
import { after, day, visitsOfDaysBeforeAll } from './visits-of-days.ts'

/* Statistics of visits for an administrator of certain stores: the sum of these stores, in all forms. */
const { getVisitFigures, exportVisitFigures, getVisitStatistics } = contract.recognition
const recognition = startBeforeAll()
const owner = administratorBeforeAll(recognition)
const second = visitsOfDaysBeforeAll(recognition)
const elsewhere = randomUUID()
let bus: Bus
beforeAll(async () => {
  bus = await recognition.backend.bus('gateway')
  await recognition.tell('catalog.storeChanged', { storeId: elsewhere, name: '송도점', version: 1 })
  const subject = `recognition.read.${elsewhere}.${await recognition.addDevice(elsewhere)}`
  for (const hours of [-3, 3, 27])
    await recognition.publish(readOf('78라1234', { recognizedAt: after(hours) }), subject)
  await recognition.settled()
})

/** Calls as an administrator who is limited to these stores. */
const callAs =
  (storeIds: string[], adminRole: AdminRole = 'manager') =>
  <O extends Operation>(op: O, input: Input<O>): Promise<Result<O>> =>
    bus.call(op, input, callerOf({ actor: { ...owner.actor, adminRole, storeIds } as never }))

const range = { from: day(-1), to: day(2), compareWith: 'previousPeriod' } as const
type Figures = Result<typeof getVisitFigures>
const sum = (of: readonly Figures[], count: (figures: Figures) => number) =>
  of.reduce((all, each) => all + count(each), 0)

// ASVS 8.2.2
test('the figures are the sum of the own stores, by each group and in the comparison, before and after they are added up', async () => {
  await using db = await recognition.openDatabase()
  const own = [recognition.storeId, second]
  for (const compact of [async () => undefined, () => compactVisitFigures(db)]) {
    await compact()
    for (const by of ['hour', 'day', 'week', 'month', 'store'] as const) {
      const seen = await callAs(own)(getVisitFigures, { ...range, by })
      const each = await Promise.all(own.map((storeId) => owner.call(getVisitFigures, { ...range, by, storeId })))
      const all = await owner.call(getVisitFigures, { ...range, by })
      expect({ by, visits: seen.total.visits }).toEqual({ by, visits: 5 })
      expect(all.total.visits).toBe(8)
      for (const name of ['visits', 'members', 'newPlates', 'returning', 'late'] as const) {
        expect(seen.total[name]).toBe(sum(each, ({ total }) => total[name]))
        expect(sum([seen], ({ rows }) => rows.reduce((rest, { figures }) => rest + figures[name], 0))).toBe(
          seen.total[name],
        )
        expect(seen.comparedTotal?.[name]).toBe(sum(each, ({ comparedTotal }) => comparedTotal?.[name] ?? 0))
      }
      if (by === 'store') expect(seen.rows.map(({ key }) => key).toSorted()).toEqual(own.toSorted())
    }
  }
  const days = await callAs(own)(getVisitStatistics, { from: range.from, to: range.to })
  expect(days.map(({ visits }) => visits)).toEqual([1, 3, 0, 1])
  const { lines } = await callAs([second])(exportVisitFigures, { ...range, by: 'store' })
  expect([lines.includes('홍대점'), lines.includes('송도점'), lines.includes('강남점')]).toEqual([true, false, false])
})

// ASVS 8.2.2
test('of another store there are none: its id is refused, and without a store all figures are zero', async () => {
  const manager = callAs([recognition.storeId])
  for (const op of [getVisitFigures, exportVisitFigures, getVisitStatistics] as const) {
    const of = { from: range.from, to: range.to }
    expect([op.name, await outcome(manager(op, { ...of, storeId: second }))]).toEqual([op.name, 'FORBIDDEN'])
    expect([op.name, await outcome(callAs([recognition.storeId], 'staff')(op, of))]).toEqual([op.name, 'FORBIDDEN'])
  }
  expect((await manager(getVisitFigures, { ...range, storeId: recognition.storeId })).total.visits).toBe(4)
  expect((await callAs([])(getVisitFigures, range)).total).toMatchObject({ visits: 0, members: 0 })
  expect((await callAs([])(getVisitFigures, { ...range, by: 'store' })).rows).toEqual([])
})
