import { once } from 'node:events'
import { WebSocket } from 'ws'
import { accessToken } from '../tokens.ts'
import { readsOfStay } from './workload.ts'

/** The fields of a live frame that are used here. */
export type Frame = { visitId: string; carNumber: string; storeId: string; reads: number }

export type Live = Disposable & {
  /** Calls back for each frame from now on; returns a function that stops it. */
  onFrame(listener: (frame: Frame) => void): () => void
  /**
   * Resolves when this many visits were ever shown, each with all of its reads.
   * @throws Error if a visit was lost, or shown with more reads than were sent
   */
  shows(visits: number): Promise<void>
}

/** Milliseconds without any frame after which missing visits count as lost. */
const patience = 30_000

/**
 * Opens a gateway's live socket as the wall screen does, and records for each visit the latest number of reads shown.
 */
export async function openLive(gateway: string, token = accessToken()): Promise<Live> {
  const socket = new WebSocket(`${gateway.replace('http', 'ws')}/admin/api/live`, [
    'kingcar.live.v1',
    `bearer.${token}`,
  ])
  const visits = new Map<string, number>()
  const listeners = new Set<(frame: Frame) => void>()
  let reads = 0
  let heardAt = 0
  let broken: Error | undefined
  let check: () => void = () => undefined

  socket.on('message', (data: Buffer) => {
    heardAt = performance.now()
    const frame = JSON.parse(data.toString()) as Frame | { type: string }
    if ('type' in frame) broken = new Error(`the live socket sent ${frame.type}`)
    else {
      reads += frame.reads - (visits.get(frame.visitId) ?? 0)
      visits.set(frame.visitId, frame.reads)
      for (const listener of listeners) listener(frame)
    }
    check()
  })
  socket.on('close', (code) => {
    broken = new Error(`the live socket was closed with ${code}`)
    check()
  })
  await once(socket, 'open')

  return {
    onFrame(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async shows(expected) {
      heardAt = performance.now()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      check = () => {
        if (broken) reject(broken)
        else if (visits.size === expected && reads === expected * readsOfStay) resolve()
        else if (visits.size > expected || performance.now() - heardAt > patience)
          reject(
            new Error(
              `${visits.size} visits of ${reads} reads were shown instead of ${expected} of ${expected * readsOfStay}`,
            ),
          )
      }
      const timer = setInterval(() => check(), 1_000)
      check()
      await promise.finally(() => clearInterval(timer))
      check = () => undefined
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}
