import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'

const fixture = fileURLToPath(new URL('./fixture.ts', import.meta.url))
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

type Line = { level: number; msg: string; operations?: number; reason?: string; err?: { message: string } }

/** Starts the fixture and reads its log lines as they come. */
function start(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [fixture], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines: Line[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() as string
    lines.push(...parts.map((part) => JSON.parse(part) as Line))
    for (const check of waiting) check()
  })
  const line = (message: string) =>
    new Promise<Line>((resolve) => {
      const check = () => {
        const found = lines.find(({ msg }) => msg === message)
        if (found) resolve(found)
      }
      waiting.add(check)
      check()
    })
  const exit = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }))
  return { child, lines, line, exit }
}

async function operations(process: ReturnType<typeof start>, path: string) {
  const { operations: port } = await process.line('ready')
  return fetch(`http://127.0.0.1:${port}${path}`)
}

describe('a process', () => {
  // ASVS 12.3.3, 13.4.5
  test('is ready, responds on its operations port, and on SIGTERM disposes before it exits with 0', async () => {
    const running = start()
    expect(await (await operations(running, '/livez')).json()).toEqual({ status: 'ok' })
    expect(await (await operations(running, '/readyz')).json()).toEqual({ status: 'ok', dependencies: { thing: 'ok' } })
    expect(await (await operations(running, '/metrics')).text()).toContain('process_cpu_user_seconds_total')
    running.child.kill('SIGTERM')
    expect(await running.exit).toEqual({ code: 0, signal: null })
    expect(running.lines.map(({ msg }) => msg)).toEqual(['configured', 'ready', 'stopping', 'disposed', 'stopped'])
  })

  test('writes its last lines completely and in order while the thread pool is busy', async () => {
    const running = start({ MODE: 'busy-threads' })
    await running.line('ready')
    running.child.kill('SIGTERM')
    expect((await running.exit).code).toBe(0)
    expect(running.lines.map(({ msg }) => msg)).toEqual(['configured', 'ready', 'stopping', 'disposed', 'stopped'])
  })

  test('names the dependency that is down and sets Retry-After', async () => {
    const answer = await operations(start({ MODE: 'down' }), '/readyz')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toEqual({ status: 'down', dependencies: { thing: 'down' } })
  })

  test('counts a check that never completes as down', async () => {
    const answer = await operations(start({ MODE: 'hanging-check' }), '/readyz')
    expect(await answer.json()).toMatchObject({ dependencies: { thing: 'ok', frozen: 'down' } })
  })

  test('reports draining during shutdown', async () => {
    const running = start({ MODE: 'slow-stop' })
    await running.line('ready')
    running.child.kill('SIGTERM')
    await running.line('stopping')
    expect(await (await operations(running, '/readyz')).json()).toMatchObject({ status: 'draining' })
    expect((await running.exit).code).toBe(0)
  })

  // ASVS 16.3.4, 16.5.4
  test.each(['crash', 'reject'])('logs a %s whole, disposes and exits with 1', async (mode) => {
    const running = start({ MODE: mode })
    expect(await running.exit).toEqual({ code: 1, signal: null })
    expect(running.lines.map(({ msg }) => msg)).toContain('disposed')
    expect(running.lines.find(({ err }) => err)?.err?.message).toMatch(/^late /)
  })

  test('that cannot start logs the reason and exits with 1', async () => {
    const running = start({ MODE: 'refuse' })
    expect(await running.exit).toEqual({ code: 1, signal: null })
    expect(running.lines.find(({ msg }) => msg === 'process failed')?.err?.message).toBe('cannot start')
  })

  test('with a wrong configuration logs one message, opens nothing and exits with 1', async () => {
    const running = start({ LIMIT: 'many' })
    expect(await running.exit).toEqual({ code: 1, signal: null })
    expect(running.lines).toEqual([
      expect.objectContaining({ level: 60, msg: 'LIMIT must be integer' }),
      expect.objectContaining({ msg: 'stopped' }),
    ])
    expect(running.lines[0]).not.toHaveProperty('err')
  })

  test('dies at the fault point that FAULT names, as by kill -9, and nowhere else', async () => {
    expect(await start({ FAULT: 'fixture.start:kill' }).exit).toEqual({ code: null, signal: 'SIGKILL' })
    const other = start({ FAULT: 'fixture.elsewhere:kill' })
    await other.line('ready')
  })
})
