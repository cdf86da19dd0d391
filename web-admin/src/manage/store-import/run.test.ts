import { ApiError, TransportError } from '@kingcar/client'
import { expect, test } from 'vitest'
import { checkRows } from './check.ts'
import { text } from './copy.ts'
import { createRun } from './run.ts'

const rowsOf = (...names: string[]) =>
  checkRows(
    names.map((name, index) => ({ number: index + 2, cells: { ...text.example, name }, spilled: false })),
    [],
  )
const refusal = (status: number) => new ApiError(status, { code: 'X', message: '안 돼요', requestId: 'r' }, undefined)

/** A run whose responses the test decides, and what was sent under which key. */
function runOf(names: string[], answer: (name: string) => unknown) {
  const sent: { name: string; key: string }[] = []
  const run = createRun(rowsOf(...names), async ({ name }, key) => {
    sent.push({ name, key })
    const cause = answer(name)
    if (cause !== undefined) throw cause
  })
  const states = () => [...run.getState().outcomes].map(([number, { state }]) => [number, state])
  return { run, sent, states }
}
const quiet = () => {}

test('a rejection stays at its row, and the next start sends only that row, with its key', async () => {
  let wrong = ['나', '']
  const { run, sent, states } = runOf(['가', '나', '', '다'], (name) =>
    wrong.includes(name) ? refusal(400) : undefined,
  )
  const progress: number[][] = []
  await run.start((past, of) => progress.push([past, of]))
  expect(run.total).toBe(3)
  expect(progress).toEqual([1, 2, 3].map((past) => [past, 3]))
  expect(states()).toEqual([
    [2, 'done'],
    [3, 'refused'],
    [5, 'done'],
  ])
  wrong = []
  await run.start(quiet)
  expect(sent.map(({ name }) => name)).toEqual(['가', '나', '다', '나'])
  expect(sent[3]?.key).toBe(sent[1]?.key)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect(run.getState()).toMatchObject({ done: 3, failure: null })
})

test.each([new TransportError('network', 'Network Error'), refusal(429), refusal(500), refusal(503)])(
  '%s ends the start; the next start begins with the row whose outcome is unknown',
  async (cause) => {
    let failure: unknown = cause
    const { run, sent, states } = runOf(['가', '나', '다'], (name) => (name === '나' ? failure : undefined))
    await expect(run.start(quiet)).rejects.toBe(cause)
    expect(run.getState().failure).toBe(cause)
    expect(states()).toEqual([
      [2, 'done'],
      [3, 'unsure'],
    ])
    failure = undefined
    await run.start(quiet)
    expect(sent.map(({ name }) => name)).toEqual(['가', '나', '나', '다'])
    expect(sent[2]?.key).toBe(sent[1]?.key)
    expect(run.getState()).toMatchObject({ done: 3, failure: null })
  },
)

test('a stopped run finishes its current row, and later continues after it', async () => {
  const { run, sent } = runOf(['가', '나'], () => void run.stop())
  await run.start(quiet)
  expect(sent.map(({ name }) => name)).toEqual(['가'])
  expect(run.getState()).toMatchObject({ done: 1, progress: { past: 1, of: 2 } })
  await run.start(quiet)
  expect(sent.map(({ name }) => name)).toEqual(['가', '나'])
})
