import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'

/**
 * Locks a folder for this process until the returned function is called or the process ends, even by a crash: the lock is an
 * abstract socket, which leaves no file. Only Linux has these; on other systems nothing is locked.
 * @throws Error if another process of this machine holds the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return async () => undefined
  const server = createServer((socket) => socket.destroy())
  const { dev, ino } = await stat(folder) // not the path, which may be too long for a socket name
  server.listen(`\0kingcar-recognizer:${dev}:${ino}`)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(`Another recognizer is using the folder ${folder}: stop it, or set another folder with --spool.`)
  }
  server.unref()
  return async () => {
    server.close()
    await once(server, 'close')
  }
}
