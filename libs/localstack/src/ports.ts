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
 * Below those that systems give to outgoing connections (Linux from 32768, macOS from 49152): between the choice of a port
 * and its use nobody comes upon one of these by chance.
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

/** A port of the loopback interface that nobody listens on at this moment. */
export const freePort = (): Promise<number> => pickPort('127.0.0.1')

/**
 * The port to use: a free one for 0, else the one asked for.
 * @throws UserFacingError that names the port and the variable when it is taken
 */
export async function choosePort(host: string, port: number, variable: string): Promise<number> {
  try {
    return await (port === 0 ? pickPort(host) : listenOnce(host, port))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new UserFacingError(
        `Port ${port} on ${host} is taken. Stop what listens there, or set ${variable} to another port (0 picks one).`,
      )
    if (code === 'EACCES')
      throw new UserFacingError(
        `Port ${port} needs more rights than this user has. Set ${variable} to a port over 1023.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UserFacingError(`HOST ${host} is no address of this machine.`)
    throw error
  }
}
