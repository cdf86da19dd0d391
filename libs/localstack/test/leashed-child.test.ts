import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startChild } from '../src/leashed-child.ts'
import { commandOf } from '../src/process-table.ts'

const holder = fileURLToPath(new URL('child-holder.ts', import.meta.url))
const mark = () => `mark-${process.pid}-${Math.random()}`

/** A shell program that prints a line on TERM. */
const polite = `trap 'echo asked; exit 7' TERM; echo up; while :; do sleep 0.05; done`
const stubborn = `trap '' TERM; echo up; while :; do sleep 0.05; done`

function start(program: string, grace = 5) {
  const lines: string[] = []
  const child = startChild({ command: 'sh', args: ['-c', program], grace, onLine: (line) => lines.push(line) })
  return { child, lines, up: () => expect.poll(() => lines).toContain('up') }
}

test('a child has its own exit code, signals and output', async () => {
  const { child, lines, up } = start(polite)
  await up()
  expect(child.running).toBe(true)
  await child.stop()
  expect(await child.exited).toEqual({ code: 7, signal: null })
  expect(lines).toContain('asked')
  expect(child.running).toBe(false)
})

test('a child that does not stop is killed after its grace', async () => {
  const { child, up } = start(stubborn, 0.2)
  await up()
  await child.stop()
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a child that ends by itself leaves no watcher process', async () => {
  const name = mark()
  const child = startChild({ command: 'sh', args: ['-c', `echo ${name} > /dev/null`] })
  await child.exited
  const watchers = () =>
    commandOf(child.pid + 1).includes('kingcar-leash') && commandOf(child.pid + 1).includes(`${child.pid} `)
  await expect.poll(watchers).toBe(false)
})

test('a missing program exits with 127', async () => {
  expect(await startChild({ command: `/nowhere/${mark()}`, args: [] }).exited).toEqual({ code: 127, signal: null })
})

test.each([
  ['stopped', polite],
  ['killed when it does not stop', stubborn],
])('when the starter is killed, the child is %s', async (_how, program) => {
  const starter = spawn(process.execPath, [holder, 'sh', '-c', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface({ input: starter.stdout }).on('line', (line) => lines.push(line))
  await expect.poll(() => lines).toContain('up')
  const pid = Number(/^pid (\d+)$/m.exec(lines.join('\n'))?.[1])
  expect(commandOf(pid)).toContain('trap')
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  await expect.poll(() => commandOf(pid)).toBe('')
})
