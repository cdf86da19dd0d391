import { expect, test } from 'vitest'
import { Turns } from '../src/turns.ts'

const entry = (number: number) => ({ number, text: '{}' })
const [one, two] = [entry(1), entry(2)]

test('a read that fails lets the others go first until one arrives', () => {
  const turns = new Turns(() => undefined)
  expect(turns.has(one)).toBe(true)
  expect(turns.failed(one)).toBe(false)
  expect([turns.has(one), turns.has(two)]).toEqual([false, true])
  turns.arrived()
  expect(turns.has(one)).toBe(true)
})

test('where all fail it is the fault of none: they come again one by one until one arrives', () => {
  const turns = new Turns(() => undefined)
  for (let turn = 0; turn < 3; turn++) {
    expect([turns.failed(one), turns.failed(two)]).toEqual([false, false])
    expect([turns.has(one), turns.has(two)]).toEqual([false, false])
    turns.beginAnew()
    expect([turns.has(one), turns.has(two), turns.probing]).toEqual([true, true, true])
  }
  turns.arrived()
  expect(turns.probing).toBe(false)
})

test('a read that fails again though others arrived pauses by itself, and the device need not rest for it', async () => {
  const { promise: paused, resolve } = Promise.withResolvers<void>()
  const turns = new Turns(resolve)
  turns.failed(one)
  turns.arrived()
  expect(turns.failed(one)).toBe(true)
  turns.arrived()
  expect([turns.has(one), turns.pauses(one)]).toEqual([false, true])
  const alive = setTimeout(() => undefined, 10_000) // the pause holds up no process that ends
  await paused
  clearTimeout(alive)
  expect([turns.has(one), turns.pauses(one)]).toEqual([true, false])
  expect(turns.failed(one)).toBe(true) // also when nothing arrived since
})
