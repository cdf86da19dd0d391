import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { readsOfStay } from './workload.ts'

/** A frame of the live socket, as far as it is looked at here. */
export type Frame = { visitId: string; carNumber: string; storeId: string; reads: number }

export type Live = Disposable & {
  /** Calls back for each frame from now on; gives a function that ends it. */
  onFrame(listener: (frame: Frame) => void): () => void
  /**
   * Resolves when so many visits were ever shown, each with all of its reads.
   * @throws Error when something was lost or is more than was sent
   */
  shows(visits: number): Promise<void>
}

/** Milliseconds without any frame after which what is missing is lost. */
const patience = 30_000

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** PEM; gateways believe tokens that are signed with the key behind it. */
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
/** Seconds: a day, the longest that a gateway lets a token live. */
export const tokenLife = 86_400

function accessToken(): string {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { iss: 'kingcar', aud: 'admin', sub: randomUUID(), role: 'admin', sid: randomUUID(), iat }
  const parts = [
    { alg: 'EdDSA', typ: 'JWT' },
    { ...claims, exp: iat + tokenLife },
  ]
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`
}

/** Opens a gateway's live socket as the wall screen does, and keeps of each visit how many reads it was last shown with. */
export async function openLive(gateway: string): Promise<Live> {
  const socket = new WebSocket(`${gateway.replace('http', 'ws')}/admin/api/live`, [
    'kingcar.live.v1',
    `bearer.${accessToken()}`,
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
    if ('type' in frame) broken = new Error(`the live socket said ${frame.type}`)
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
