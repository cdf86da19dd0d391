import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { choosePort, freePort } from '../src/ports.ts'

test('a picked port is outside the range of outgoing connections', async () => {
  for (const port of [await choosePort('127.0.0.1', 0, 'PORT'), await freePort()]) {
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_768)
  }
})

test('the error for a port in use names the variable that sets it', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await expect(choosePort('127.0.0.1', port, 'PORT')).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`)
  await new Promise((resolve) => server.close(resolve))
})
