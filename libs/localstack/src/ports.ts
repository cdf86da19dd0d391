import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { UserFacingError } from './user-facing-error.ts'

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

/**
 * Below the ephemeral ports of outgoing connections (Linux from 32768, macOS from 49152), so that no outgoing connection takes
 * the port between its choice and its use.
 */
const choice = { from: 20_000, to: 32_768 }
const attempts = 20

async function pickPort(host: string): Promise<number> {
  for (let tries = 0; tries < attempts; tries++) {
    const port = await listenOnce(host, randomInt(choice.from, choice.to)).catch((error: unknown) => {
      if (codeOf(error) !== 'EADDRINUSE') throw error
    })
    if (port !== undefined) return port
  }
  return listenOnce(host, 0)
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '')

/** A port of the loopback interface that is free now. */
export const freePort = (): Promise<number> => pickPort('127.0.0.1')

/**
 * The port to use: a free one for 0, else the requested one.
 * @throws UserFacingError with the port and its variable when the port cannot be used
 */
export async function choosePort(host: string, port: number, variable: string): Promise<number> {
  try {
    return await (port === 0 ? pickPort(host) : listenOnce(host, port))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new UserFacingError(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or set ${variable} to another port (0 picks one).`,
      )
    if (code === 'EACCES')
      throw new UserFacingError(`This user may not use port ${port}. Set ${variable} to a port above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UserFacingError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}
