import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findNatsServer } from '@kingcar/localstack/nats'
import { freePort } from '@kingcar/localstack/ports'

/** A nats-server for the peers, without accounts, permissions or storage: the minimum that their transport needs. */
export async function startPlainNats(stack: AsyncDisposableStack): Promise<{ pid: number; url: string }> {
  const port = await freePort()
  const child = spawn(await findNatsServer(() => {}), ['-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  stack.defer(async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  for await (const text of child.stderr.iterator({ destroyOnReturn: false })) if (String(text).includes('ready')) break
  child.stderr.resume()
  return { pid: child.pid as number, url: `nats://127.0.0.1:${port}` }
}
