import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveStore } from './live-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const event = (visitId: string, sequence: number) =>
  JSON.stringify({ name: visitId, carNumber: visitId, visitCount: 1, visitId, sequence })
/** An event of half an hour after the epoch. */
const missed = (visitId: string, sequence: number) =>
  JSON.stringify({
    ...JSON.parse(event(visitId, sequence)),
    recognizedAt: new Date(1_800_000 + sequence).toISOString(),
  })
const name = (store: ReturnType<typeof createLiveStore>) => store.getState().card.shown?.name

test('a burst of a thousand events is rendered once, and ends with the last event', () => {
  const tasks: (() => void)[] = []
  const store = createLiveStore({ schedule: (task) => tasks.push(task) })
  let renderings = 0
  store.subscribe(() => {
    renderings += 1
  })
  for (let sequence = 1; sequence <= 1000; sequence += 1) store.receive(event(`손님${sequence}`, sequence), 0)
  expect(store.resumeAfter()).toBe(1000)
  expect(tasks).toHaveLength(1)
  tasks[0]?.()
  expect([renderings, name(store)]).toEqual([1, '손님1'])
  vi.advanceTimersByTime(5_499)
  expect(tasks).toHaveLength(1)
  expect(name(store)).toBe('손님999')
  vi.advanceTimersByTime(1)
  expect([renderings, name(store)]).toEqual([4, '손님1000'])
})

test('an event after a rendering schedules the next rendering', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.receive(event('a', 1), 0)
  store.receive('pong', 0)
  store.receive(event('b', 2), 3_000)
  expect(name(store)).toBe('b')
})

test('missed events are rendered when all have arrived, later ones immediately', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.receive(event('a', 1), 0)
  store.opened(true)
  store.receive(missed('b', 2), 3_600_000)
  vi.advanceTimersByTime(299)
  store.receive(missed('c', 3), 3_600_000)
  vi.advanceTimersByTime(299)
  expect(name(store)).toBe('a')
  vi.advanceTimersByTime(1)
  expect(name(store)).toBe('c')
  expect(store.getState().card.entrance).toBe(1)
  store.receive(event('d', 4), 3_600_000)
  expect([name(store), store.getState().card.entrance]).toEqual(['d', 2])
})

test('missed events may arrive late: they do not flash across the card', () => {
  const store = createLiveStore({ schedule: (task) => task(), recalled: 7 })
  store.opened(true)
  vi.advanceTimersByTime(2_900)
  store.receive(event('a', 7), 0)
  vi.advanceTimersByTime(299)
  store.receive(event('b', 8), 0)
  expect(name(store)).toBeUndefined()
  vi.advanceTimersByTime(300)
  const { shown, entrance } = store.getState().card
  expect([shown?.visitId, entrance]).toEqual(['b', 0])
})

test('an event seen before a page reload is not announced again, however late it arrives', () => {
  const store = createLiveStore({ schedule: (task) => task(), recalled: 7 })
  store.opened(true)
  vi.advanceTimersByTime(3_000)
  const old = { ...JSON.parse(event('a', 7)), recognizedAt: new Date(0).toISOString() }
  store.receive(JSON.stringify(old), 11_000)
  expect([name(store), store.getState().card.greetings]).toEqual(['a', 0])
  store.receive(event('b', 3), 14_000) // the sequence restarted
  expect([name(store), store.getState().card.greetings]).toEqual(['b', 1])
})

test('a late visit takes the card when the one on show has had its time, without another event', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.receive(event('a', 1), 3_600_000)
  const late = { ...JSON.parse(event('late', 2)), late: true, recognizedAt: new Date(0).toISOString() }
  store.receive(JSON.stringify(late), 3_601_000)
  vi.advanceTimersByTime(28_999)
  expect(name(store)).toBe('a')
  vi.advanceTimersByTime(1)
  expect(name(store)).toBe('late')
})

test('a gap moves the resume position', () => {
  const store = createLiveStore()
  store.receive(JSON.stringify({ type: 'gap', from: 3, to: 9 }), 0)
  expect(store.resumeAfter()).toBe(9)
})

test('catching up ends after three seconds even if the stream never pauses', () => {
  const store = createLiveStore({ schedule: (task) => task() })
  store.opened(true)
  for (let sequence = 1; sequence <= 29; sequence += 1) {
    store.receive(event('a', sequence), 0)
    vi.advanceTimersByTime(100)
  }
  expect(name(store)).toBeUndefined()
  vi.advanceTimersByTime(100)
  expect(name(store)).toBe('a')
})

test('a reloaded page resumes just before the event that it showed, which returns without entering', () => {
  const store = createLiveStore({ recalled: 7 })
  expect(store.resumeAfter()).toBe(6)
  store.opened(true)
  store.receive(event('a', 7), 0)
  vi.advanceTimersByTime(300)
  const { shown, entrance, greetings } = store.getState().card
  expect([shown?.visitId, entrance, greetings, store.resumeAfter()]).toEqual(['a', 0, 0, 7])
})
