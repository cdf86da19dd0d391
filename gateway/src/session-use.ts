import type { Bus } from '@kingcar/bus'
import { eventSubject } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'

/** Tells that an access token of a session's generation was accepted: its pair has reached the client. */
export type SessionUse = (sessionId: string, generation: number) => void

/** Sessions whose newest told generation is remembered; one that is forgotten is told again, which changes nothing. */
const mostRemembered = 50_000

/** Tells each generation once, beside the call and never in its way. One that cannot be told now is told at the next use. */
export function createSessionUse(bus: Pick<Bus, 'publish'>, log: Logger): SessionUse {
  const told = new Map<string, number>()

  async function tell(sessionId: string, generation: number): Promise<void> {
    try {
      const id = `${sessionId}:${generation}`
      await bus.publish([{ id, subject: eventSubject('gateway.sessionUsed'), payload: { sessionId, generation } }])
    } catch (err) {
      told.delete(sessionId)
      log.warn({ err }, 'use of a session not told')
    }
  }

  return (sessionId, generation) => {
    if ((told.get(sessionId) ?? 0) >= generation) return
    const oldest = told.size >= mostRemembered ? told.keys().next().value : undefined
    if (oldest !== undefined) told.delete(oldest)
    told.set(sessionId, generation)
    void tell(sessionId, generation)
  }
}
