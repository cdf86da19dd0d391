import { type BusStreams, durables, type Settings, visitSubject } from '@kingcar/bus'
import type { RecordedVisit } from '@kingcar/contract'
import { type RevisedVisit, withGuestName } from './describe.ts'

/** Publishes visits as they stand to the stream VISITS; resolves when all are stored there. */
export type PublishVisits = (visits: readonly RevisedVisit[]) => Promise<number>

/**
 * How many visits this process remembers having published: as many as there are reads in flight at once. One that is forgotten
 * goes out again, and VISITS drops it by its id.
 */
const maxRemembered = durables['recognition-reads'].maxAckPending

/**
 * A visit goes out under its id and revision. Whoever finds a read that was stored before describes its visit again,
 * since a crash may have come between; what this process published itself is known here and not sent twice. Two lanes or
 * processes may send the revisions of a visit in either order: whoever reads VISITS keeps the larger one.
 * Gives the number that was sent.
 */
export function createVisitPublisher(bus: Pick<BusStreams, 'appendUnordered'>, settings: Settings): PublishVisits {
  const published = new Map<string, number>()

  return async (visits) => {
    const due = visits.filter(({ visit, revision }) => (published.get(visit.id) ?? 0) < revision)
    if (due.length === 0) return 0
    const guestName = settings.get('recognition.guestName')
    await bus.appendUnordered(
      due.map(({ visit, ...rest }) => {
        const recorded: RecordedVisit = { ...withGuestName(visit, guestName), ...rest }
        return { subject: visitSubject, id: `${visit.id}:${rest.revision}`, data: JSON.stringify(recorded) }
      }),
    )
    for (const { visit, revision } of due) {
      const before = published.get(visit.id) ?? 0
      published.delete(visit.id)
      published.set(visit.id, Math.max(before, revision))
    }
    for (const id of published.keys()) {
      if (published.size <= maxRemembered) break
      published.delete(id)
    }
    return due.length
  }
}
