import type { BusStreams } from '@kingcar/bus'
import { eventSubject, events } from '@kingcar/contract'
import { Value } from 'typebox/value'
import type { Ctx } from '../context.ts'
import { endRevoked } from './queries.ts'

/** Sessions of one statement. */
const batchSize = 500

/**
 * Follows the revocations, and returns a job that ends the sessions named in them. Usually these have already ended: a
 * revocation is published right before its transaction commits. If the process dies or loses the database in between,
 * the gateways reject the session, so its row has to end too. Otherwise the client would renew tokens that no gateway
 * accepts.
 * @param since the time from which revocations are read
 */
export async function followRevocations(
  { db, now, log }: Pick<Ctx, 'db' | 'now' | 'log'>,
  bus: Pick<BusStreams, 'follow'>,
  since: Date,
): Promise<() => Promise<void>> {
  const revoked = new Set<string>()
  await bus.follow(
    'REVOCATIONS',
    { since },
    ({ data, sequence }) => {
      try {
        revoked.add(Value.Parse(events['member.sessionEnded'], JSON.parse(Buffer.from(data).toString())).sessionId)
      } catch (err) {
        log.error({ err, sequence }, 'invalid sessionEnded event ignored')
      }
    },
    [eventSubject('member.sessionEnded')],
  )
  return async () => {
    while (revoked.size > 0) {
      const batch = [...revoked].slice(0, batchSize)
      const ended = await db.transaction((tx) => endRevoked(tx, batch, now()))
      if (ended > 0)
        log.warn({ ended }, 'sessions ended whose revocation was published, but whose transaction was not committed')
      for (const id of batch) revoked.delete(id)
    }
  }
}
