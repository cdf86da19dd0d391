import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { choosePort, freePort } from '../src/ports.ts'

test('a port that is picked is none that an outgoing connection could get meanwhile', async () => {
  for (const port of [await choosePort('127.0.0.1', 0, 'PORT'), await freePort()]) {
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_768)
  }
})

test('a port that is taken is told, with the variable that names another', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await expect(choosePort('127.0.0.1', port, 'PORT')).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken.`)
  await new Promise((resolve) => server.close(resolve))
})
