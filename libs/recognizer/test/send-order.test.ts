import { expect, test } from 'vitest'
import { SendOrder } from '../src/device/send-order.ts'

const entry = (number: number) => ({ number, text: '{}' })
const [one, two] = [entry(1), entry(2)]

test('after a failure the other reads are sent first, until one is acknowledged', () => {
  const order = new SendOrder(() => undefined)
  expect(order.maySend(one)).toBe(true)
  expect(order.failed(one)).toBe(false)
  expect([order.maySend(one), order.maySend(two)]).toEqual([false, true])
  order.acknowledged()
  expect(order.maySend(one)).toBe(true)
})

test('after all have failed, they are sent one by one until one is acknowledged', () => {
  const order = new SendOrder(() => undefined)
  for (let round = 0; round < 3; round++) {
    expect([order.failed(one), order.failed(two)]).toEqual([false, false])
    expect([order.maySend(one), order.maySend(two)]).toEqual([false, false])
    order.startRound()
    expect([order.maySend(one), order.maySend(two), order.probing]).toEqual([true, true, true])
  }
  order.acknowledged()
  expect(order.probing).toBe(false)
})

test('a read that fails again although others were acknowledged pauses alone, without pausing the device', async () => {
  const { promise: paused, resolve } = Promise.withResolvers<void>()
  const order = new SendOrder(resolve)
  order.failed(one)
  order.acknowledged()
  expect(order.failed(one)).toBe(true)
  order.acknowledged()
  expect([order.maySend(one), order.isPausing(one)]).toEqual([false, true])
  const alive = setTimeout(() => undefined, 10_000) // the timer of the pause does not keep the process alive
  await paused
  clearTimeout(alive)
  expect([order.maySend(one), order.isPausing(one)]).toEqual([true, false])
  expect(order.failed(one)).toBe(true) // also without acknowledgements since
})
