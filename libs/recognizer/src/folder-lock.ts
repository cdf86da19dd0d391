import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'

/**
 * Holds a folder for this process alone until the returned function is called or the process ends, however it does: the
 * lock is an abstract socket, which leaves nothing behind. Linux has those; elsewhere nothing is held.
 * @throws Error when another process of this machine holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return async () => undefined
  const server = createServer((socket) => socket.destroy())
  const { dev, ino } = await stat(folder) // a path may be too long for the name of a socket
  server.listen(`\0kingcar-recognizer:${dev}:${ino}`)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(`Another recognizer is using the folder ${folder}: stop it, or give this one another with --spool.`)
  }
  server.unref()
  return async () => {
    server.close()
    await once(server, 'close')
  }
}
