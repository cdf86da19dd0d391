import { expect, test } from 'vitest'
import { createVisitFeed } from './visit-feed.ts'

const event = (sequence: number, fields: object = {}) =>
  JSON.stringify({ visitId: `visit-${sequence}`, sequence, reads: 1, ...fields })

/** A feed whose frames the test runs. */
function feedByHand() {
  const frames: (() => void)[] = []
  const feed = createVisitFeed((task) => frames.push(task))
  return { feed, frames, known: () => [...feed.getState().known.values()].map(({ event: { visitId } }) => visitId) }
}

test('a burst is published once, in one frame', () => {
  const { feed, frames, known } = feedByHand()
  for (let sequence = 1; sequence <= 1_000; sequence += 1) feed.receive(event(sequence))
  expect([frames.length, known().length]).toEqual([1, 0])
  frames[0]?.()
  expect([known().length, feed.eventCount(), feed.resumeAfter()]).toEqual([1_000, 1_000, 1_000])
})

test('the larger sequence of a visit wins, and the oldest visits are dropped', () => {
  const { feed, frames } = feedByHand()
  feed.receive(event(8, { visitId: 'a', reads: 2 }))
  feed.receive(event(7, { visitId: 'a', reads: 1 }))
  frames.shift()?.()
  expect(feed.getState().known.get('a')?.event.reads).toBe(2)
  for (let sequence = 9; sequence < 2_009; sequence += 1) feed.receive(event(sequence))
  frames.shift()?.()
  expect([feed.getState().known.size, feed.getState().known.has('a')]).toEqual([2_000, false])
})

test('a test read, a pong and half a message are not visits, but a test read moves the resume position', () => {
  const { feed, frames } = feedByHand()
  for (const data of ['pong', '{"visitId":', '{"type":"later"}', new Blob(), event(5, { test: true })])
    feed.receive(data)
  expect([frames.length, feed.eventCount(), feed.resumeAfter()]).toEqual([0, 0, 5])
})

test('a restarted numbering counts as lost events', () => {
  const { feed, frames } = feedByHand()
  for (const sequence of [899, 900]) feed.receive(event(sequence))
  feed.receive(event(899)) // may come twice
  expect([feed.getState().losses, feed.resumeAfter()]).toEqual([0, 900])
  feed.receive(event(2, { visitId: 'new' }))
  feed.receive(event(3, { visitId: 'visit-900', reads: 2 }))
  for (const frame of frames) frame()
  expect([feed.getState().losses, feed.resumeAfter(), feed.getState().known.get('visit-900')?.event.reads]).toEqual([
    1, 3, 2,
  ])
})

test('events are lost with a gap, and with a connection without a resume position', () => {
  const { feed } = feedByHand()
  feed.updateConnection({ wasOpen: true })
  expect(feed.getState().losses).toBe(1)
  feed.receive(JSON.stringify({ type: 'gap', from: 2, to: 9 }))
  expect([feed.getState().losses, feed.resumeAfter()]).toEqual([2, 9])
  feed.updateConnection({ wasOpen: true })
  feed.updateConnection({ attempt: 2 })
  expect(feed.getState().losses).toBe(2)
})
