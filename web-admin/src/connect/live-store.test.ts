import { expect, test } from 'vitest'
import { createLiveStore } from './live-store.ts'

test('a burst of a thousand is shown once, with its last event', () => {
  const tasks: (() => void)[] = []
  const store = createLiveStore((task) => tasks.push(task))
  let renderings = 0
  store.subscribe(() => {
    renderings += 1
  })
  for (let sequence = 1; sequence <= 1000; sequence += 1) {
    const event = { name: `손님${sequence}`, carNumber: '12가3456', visitCount: 1, visitId: `v${sequence}`, sequence }
    store.take(JSON.stringify(event), 0)
  }
  expect(store.resumeAfter()).toBe(1000)
  expect(tasks).toHaveLength(1)
  tasks[0]?.()
  expect(renderings).toBe(1)
  expect(store.getState().latest.shown?.name).toBe('손님1000')
})

test('what comes after a rendering asks for the next one', () => {
  const store = createLiveStore((task) => task())
  const event = (visitId: string, sequence: number) =>
    JSON.stringify({ name: visitId, carNumber: 'x', visitCount: 1, visitId, sequence })
  store.take(event('a', 1), 0)
  store.take('pong', 0)
  store.take(event('b', 2), 0)
  expect(store.getState().latest.shown?.name).toBe('b')
})
