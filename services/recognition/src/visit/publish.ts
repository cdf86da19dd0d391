import { type BusStreams, durables, type Settings, visitSubject } from '@kingcar/bus'
import type { RecordedVisit } from '@kingcar/contract'
import { type RevisedVisit, withGuestName } from './describe.ts'

/** Publishes visits to the stream VISITS; resolves with the number sent once all are stored there. */
export type PublishVisits = (visits: readonly RevisedVisit[]) => Promise<number>

/**
 * Number of published revisions that this process remembers: as many as reads can be in flight. A forgotten revision is
 * published again, and VISITS drops it by its message id.
 */
const maxRemembered = durables['recognition-reads'].maxAckPending

/**
 * The message id of a visit is its id and revision. A known read publishes its visit again, because a crash may have
 * prevented it; revisions that this process has already published are skipped. Two lanes or processes may publish the
 * revisions of a visit in either order: consumers of VISITS keep the larger one.
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
