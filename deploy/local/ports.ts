import { once } from 'node:events'
import { createServer } from 'node:net'
import { Sentence } from './sentence.ts'

async function listenOnce(host: string, port: number): Promise<number> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return address.port
}

/** A port of the loopback interface that nobody listens on at this moment. */
export const freePort = (): Promise<number> => listenOnce('127.0.0.1', 0)

/**
 * The port to use: a free one for 0, else the one asked for.
 * @throws Sentence that names the port and the variable when it is taken
 */
export async function choosePort(host: string, port: number, variable: string): Promise<number> {
  try {
    return await listenOnce(host, port)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE')
      throw new Sentence(
        `Port ${port} on ${host} is taken. Stop what listens there, or set ${variable} to another port (0 picks one).`,
      )
    if (code === 'EACCES')
      throw new Sentence(`Port ${port} needs more rights than this user has. Set ${variable} to a port over 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Sentence(`HOST ${host} is no address of this machine.`)
    throw error
  }
}
