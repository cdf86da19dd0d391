import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError, eventually, failureOf, startEdge } from './edge.ts'

const edge = startedBeforeAll(startEdge)
beforeEach(() => {
  edge.calls.length = 0
  edge.failures.clear()
  edge.answers.clear()
})

const path = '/admin/api/members/export'
const admin = (changes: Record<string, unknown> = {}) => ({ authorization: `Bearer ${edge.token(changes)}` })
const bom = '\uFEFF'

/** An endless export in pieces of 100,000 bytes. */
const endless = () =>
  edge.answers.set('exportMembers', ({ cursor = '0' }) => ({
    lines: `${cursor.padEnd(99_998, 'x')}\r\n`,
    next: String(Number(cursor) + 1),
  }))

/** Counts the calls of the next 300 ms. */
async function going(): Promise<number> {
  const before = edge.calls.length
  await wait(300)
  return edge.calls.length - before
}

describe('a file', () => {
  // ASVS 3.2.1, 4.1.1, 5.4.1, 5.4.2
  test('consists of its pieces in order, each fetched by its own call', async () => {
    edge.answers.set('exportMembers', ({ cursor }) =>
      cursor === undefined
        ? { lines: '이름\r\n홍길동\r\n', next: 'after 홍' }
        : cursor === 'after 홍'
          ? { lines: '"김, 수진"\r\n', next: 'end' }
          : { lines: '', next: null },
    )
    const response = await edge.get(`${path}?q=%ED%99%8D&sort=name,asc&page=3&size=7`, admin())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="members-\d{4}-\d\d-\d\d\.csv"$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('etag')).toBeNull()
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString()).toBe(`${bom}이름\r\n홍길동\r\n"김, 수진"\r\n`)
    expect(edge.calls.map(({ caller }) => caller.cursor)).toEqual([undefined, 'after 홍', 'end'])
    for (const { input, caller } of edge.calls) {
      expect(input).toMatchObject({ q: '홍', sort: ['name,asc'] })
      expect(caller).toMatchObject({ requestId: response.headers.get('x-request-id'), actor: { role: 'admin' } })
    }
  })

  test('has a deadline for each piece', async () => {
    const began = Date.now()
    edge.answers.set('exportMembers', ({ cursor }) => ({ lines: 'x\r\n', next: cursor === undefined ? 'next' : null }))
    edge.holds.set('exportMembers', wait(300))
    await (await edge.get(path, admin())).text()
    edge.holds.clear()
    const [first, second] = edge.calls.map(({ caller }) => caller.deadline - began)
    expect(second).toBeGreaterThan((first ?? 0) + 200)
  })

  test('responds to HEAD without a second piece', async () => {
    endless()
    const response = await fetch(edge.url + path, { method: 'HEAD', headers: admin() })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await going()).toBe(0)
    expect(edge.calls).toHaveLength(1)
  })

  // ASVS 14.2.1
  test('takes the reason from a header, percent-encoded, and never from the URL', async () => {
    edge.answers.set('exportMembers', () => ({ lines: 'x\r\n', next: null }))
    const reasonOf = async (header: string) => {
      const response = await edge.get(path, { ...admin(), 'x-reason': header })
      return response.status === 200 ? edge.calls.at(-1)?.input.reason : (await failureOf(response)).code
    }
    expect(await reasonOf(encodeURIComponent('김민지 님의 요청, 100%'))).toBe('김민지 님의 요청, 100%')
    expect(await reasonOf('monthly close')).toBe('monthly close')
    for (const invalid of ['%', '%ff', '%00%00', 'x', 'x'.repeat(201), '\u00e9\u00e9', '%20%20'])
      expect([invalid, await reasonOf(invalid)]).toEqual([invalid, 'VALIDATION_FAILED'])
    expect(await failureOf(await edge.get(`${path}?reason=monthly`, admin()))).toMatchObject({ status: 400 })
  })

  test('has the checks of any other call, and an error of the first piece is an ordinary response', async () => {
    expect(await failureOf(await edge.get(path))).toMatchObject({ status: 401 })
    expect(await failureOf(await edge.get(path, admin({ role: 'member' })))).toMatchObject({ status: 403 })
    expect(await failureOf(await edge.get(`${path}?sort=phone,asc`, admin()))).toMatchObject({ status: 400 })
    expect(await failureOf(await edge.get(`${path}?cursor=x`, admin()))).toMatchObject({ status: 400 })
    edge.failures.set('exportMembers', new AppError('UNAVAILABLE'))
    const response = await edge.get(path, admin())
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(await failureOf(response)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })
})

describe('a reader', () => {
  test('that reads nothing stops the export until it reads again', async () => {
    endless()
    const response = await edge.get(path, admin())
    await eventually(going).toBe(0) // the buffers of both sides are full
    expect(edge.calls.length).toBeLessThan(200)
    const reader = response.body?.getReader()
    const seen = edge.calls.length
    for (let bytes = 0; bytes < 10_000_000; ) bytes += (await reader?.read())?.value?.length ?? Number.NaN
    expect(edge.calls.length).toBeGreaterThan(Math.max(seen, 90))
    await reader?.cancel()
  })

  test('that disconnects ends the export', async () => {
    endless()
    const response = await edge.get(path, admin())
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await eventually(going).toBe(0)
    expect(edge.output()).not.toContain('CSV export aborted')
  })

  test('whose session is revoked gets no further piece', async () => {
    endless()
    const sid = randomUUID()
    const response = await edge.get(path, admin({ sid }))
    await edge.endSession(sid)
    await expect(response.text()).rejects.toThrow()
  })
})

describe('an error after the first piece', () => {
  beforeEach(() => {
    edge.answers.set('exportMembers', ({ cursor }) => {
      if (cursor !== undefined) throw new AppError('UNAVAILABLE')
      return { lines: '이름\r\n', next: 'next' }
    })
  })

  test('aborts the connection and is logged', async () => {
    const response = await edge.get(path, { ...admin(), 'x-request-id': 'cut-in-the-middle' })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    const line = () =>
      edge
        .output()
        .split('\n')
        .findLast((text) => text.includes('CSV export aborted'))
    await eventually(line).toContain('cut-in-the-middle')
  })

  test('is not a normal end of the connection for HTTP/1.0 either', async () => {
    const { hostname, port } = new URL(edge.url)
    const socket = connect(Number(port), hostname)
    const { authorization } = admin()
    socket.write(`GET ${path} HTTP/1.0\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`)
    socket.resume()
    const ended = await once(socket, 'end').catch((error: NodeJS.ErrnoException) => error.code)
    expect(ended).toBe('ECONNRESET')
  })
})
