import { once } from 'node:events'

export type LiveEvent = { visitId: string; storeId: string; carNumber: string; reads: number; visitCount: number }

export type Live = Disposable & { events: readonly LiveEvent[]; socket: WebSocket }

/**
 * The live socket as a browser opens it: its events so far, and its end.
 * @param query with its question mark
 */
export async function openLive(base: string, token: string, query = ''): Promise<Live> {
  const events: LiveEvent[] = []
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/admin/api/live${query}`, [
    'kingcar.live.v1',
    `bearer.${token}`,
  ])
  socket.addEventListener('message', ({ data }) => {
    if (data === 'pong') return
    const said = JSON.parse(String(data)) as LiveEvent
    if (said.visitId) events.push(said)
  })
  await once(socket, 'open')
  return { events, socket, [Symbol.dispose]: () => socket.close() }
}
