import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveStore } from './live-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const event = (visitId: string, sequence: number) =>
  JSON.stringify({ name: visitId, carNumber: visitId, visitCount: 1, visitId, sequence })
const name = (store: ReturnType<typeof createLiveStore>) => store.getState().latest.shown?.name

test('a burst of a thousand is shown once, with its last event', () => {
  const tasks: (() => void)[] = []
  const store = createLiveStore({ schedule: (task) => tasks.push(task) })
  let renderings = 0
  store.subscribe(() => {
    renderings += 1
  })
  for (let sequence = 1; sequence <= 1000; sequence += 1) store.take(event(`손님${sequence}`, sequence), 0)
  expect(store.resumeAfter()).toBe(1000)
  expect(tasks).toHaveLength(1)
  tasks[0]?.()
  expect(renderings).toBe(1)
  expect(name(store)).toBe('손님1000')
})

test('what comes after a rendering asks for the next one', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.take(event('a', 1), 0)
  store.take('pong', 0)
  store.take(event('b', 2), 0)
  expect(name(store)).toBe('b')
})

test('what was missed is shown when it has all come, and what follows at once', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.take(event('a', 1), 0)
  store.opened(true)
  store.take(event('b', 2), 0)
  vi.advanceTimersByTime(299)
  store.take(event('c', 3), 0)
  vi.advanceTimersByTime(299)
  expect(name(store)).toBe('a')
  vi.advanceTimersByTime(1)
  expect(name(store)).toBe('c')
  expect(store.getState().latest.entrance).toBe(1)
  store.take(event('d', 4), 0)
  expect([name(store), store.getState().latest.entrance]).toEqual(['d', 2])
})

test('what was missed may take a moment to come: it does not run through the card', () => {
  const store = createLiveStore({ schedule: (task) => task(), recalled: 7 })
  store.opened(true)
  vi.advanceTimersByTime(2_900)
  store.take(event('a', 7), 0)
  vi.advanceTimersByTime(299)
  store.take(event('b', 8), 0)
  expect(name(store)).toBeUndefined()
  vi.advanceTimersByTime(300)
  const { shown, entrance } = store.getState().latest
  expect([shown?.visitId, entrance]).toEqual(['b', 0])
})

test('what was seen before the page was loaded anew is not told again, however late it comes', () => {
  const store = createLiveStore({ schedule: (task) => task(), recalled: 7 })
  store.opened(true)
  vi.advanceTimersByTime(3_000)
  const old = { ...JSON.parse(event('a', 7)), recognizedAt: new Date(0).toISOString() }
  store.take(JSON.stringify(old), 11_000)
  expect([name(store), store.getState().latest.greetings]).toEqual(['a', 0])
  store.take(event('b', 3), 11_000) // the server counts from the beginning
  expect([name(store), store.getState().latest.greetings]).toEqual(['b', 1])
})

test('a late visit gets the card when the one on show has had its time, without another event', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.take(event('a', 1), 3_600_000)
  const late = { ...JSON.parse(event('late', 2)), late: true, recognizedAt: new Date(0).toISOString() }
  store.take(JSON.stringify(late), 3_601_000)
  vi.advanceTimersByTime(28_999)
  expect(name(store)).toBe('a')
  vi.advanceTimersByTime(1)
  expect(name(store)).toBe('late')
})

test('a gap moves the place to resume from', () => {
  const store = createLiveStore()
  store.take(JSON.stringify({ type: 'gap', from: 3, to: 9 }), 0)
  expect(store.resumeAfter()).toBe(9)
})

test('a stream that never pauses is not waited for longer than three seconds', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.opened(true)
  for (let sequence = 1; sequence <= 29; sequence += 1) {
    store.take(event('a', sequence), 0)
    vi.advanceTimersByTime(100)
  }
  expect(name(store)).toBeUndefined()
  vi.advanceTimersByTime(100)
  expect(name(store)).toBe('a')
})

test('a page loaded anew resumes just before what it showed, which comes back without entering', () => {
  const store = createLiveStore({ recalled: 7 })
  expect(store.resumeAfter()).toBe(6)
  store.opened(true)
  store.take(event('a', 7), 0)
  vi.advanceTimersByTime(300)
  const { shown, entrance, greetings } = store.getState().latest
  expect([shown?.visitId, entrance, greetings, store.resumeAfter()]).toEqual(['a', 0, 0, 7])
})
