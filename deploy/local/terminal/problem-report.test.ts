import { expect, onTestFinished, test } from 'vitest'
import { ProblemReport } from './problem-report.ts'

const unavailable = {
  level: 40,
  msg: 'background job failed, retrying at its next run',
  err: { message: 'No.', code: 'UNAVAILABLE' },
}

function report() {
  const lines: string[] = []
  let now = 0
  const problems = new ProblemReport(
    (line) => lines.push(line),
    () => now,
  )
  onTestFinished(() => problems[Symbol.dispose]())
  const pass = (seconds: number) => {
    now += seconds * 1_000
    problems.closeCalm()
  }
  return { problems, lines, pass }
}

test('an outage is one line for each process when it begins, and one when it is over', () => {
  const { problems, lines, pass } = report()
  problems.add('orders', { level: 40, msg: 'PostgreSQL unreachable', err: { message: 'the connection was closed' } })
  for (let second = 0; second < 45; second++) {
    problems.add('orders', { ...unavailable, job: `job ${second % 5}` })
    pass(1)
  }
  problems.add('member', unavailable)
  expect(lines).toEqual([
    'orders: PostgreSQL unreachable: the connection was closed; until this is over, calls may get 503, and jobs and events are retried',
    'member: background job failed, retrying at its next run: No; until this is over, calls may get 503, and jobs and events are retried',
  ])
  problems.add('orders', { level: 30, msg: 'PostgreSQL reachable again' })
  pass(30)
  expect(lines.slice(2)).toEqual(['orders: works again after 45 s and 46 failures'])
  problems.add('orders', unavailable)
  expect(lines).toHaveLength(4)
})

test('other problems are told apart by what failed, and information is not shown', () => {
  const { problems, lines, pass } = report()
  const failed = { level: 50, msg: 'event failed', err: { message: 'wrong' }, sequence: 7 }
  for (const durable of ['a', 'b', 'a']) {
    problems.add('orders', { ...failed, durable })
    pass(1)
  }
  problems.add('orders', { level: 30, msg: 'ready' })
  pass(60)
  expect(lines).toEqual([
    'orders: event failed (a): wrong',
    'orders: event failed (b): wrong',
    'orders: over after 2 s and 2 failures: event failed (a)',
  ])
})

test('an outage of a server is over when the server is reachable, however seldom the process needs it', () => {
  const { problems, lines, pass } = report()
  problems.add('gateway', { level: 40, msg: 'NATS unreachable, reconnecting' })
  pass(300)
  expect(lines).toHaveLength(1)
  problems.add('gateway', { level: 30, msg: 'NATS reconnected' })
  pass(30)
  expect(lines.slice(1)).toEqual(['gateway: works again after 300 s and 1 failure'])
})

test('a process that was replaced during an outage does not keep it open', () => {
  const { problems, lines, pass } = report()
  problems.add('orders', { level: 40, msg: 'PostgreSQL unreachable' })
  pass(5)
  problems.add('orders', unavailable)
  problems.restarted('orders')
  pass(30)
  expect(lines.slice(1)).toEqual(['orders: works again after 5 s and 2 failures'])
})
