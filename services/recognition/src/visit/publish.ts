import { type Bus, type Settings, visitSubject } from '@kingcar/bus'
import type { Visit } from '@kingcar/contract'
import type { RevisedVisit } from './describe.ts'

/** Publishes visits as they stand to the stream VISITS; resolves when all are stored there. */
export type PublishVisits = (visits: readonly RevisedVisit[]) => Promise<number>

/** How many visits this process remembers having published. */
const remembered = 20_000

/**
 * A visit goes out under its id and revision. Whoever finds a read that was stored before describes its visit again,
 * since a crash may have come between; what this process published itself is known here and not sent twice. Screens keep
 * what comes last, so that an older revision is not sent behind a newer one: one publishing waits for the one before it.
 * Another process may still send an older one later; its screens are right again with the visit's next change.
 * Gives the number that was sent.
 */
export function createVisitPublisher(bus: Pick<Bus, 'append'>, settings: Settings): PublishVisits {
  const published = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  async function publish(visits: readonly RevisedVisit[]): Promise<number> {
    const due = visits.filter(({ visit, revision }) => (published.get(visit.id) ?? 0) < revision)
    if (due.length === 0) return 0
    const guestName = settings.get('recognition.guestName')
    await bus.append(
      due.map(({ visit, revision }) => {
        const named: Visit = { ...visit, name: visit.name ?? guestName }
        return { subject: visitSubject, id: `${visit.id}:${revision}`, data: JSON.stringify(named) }
      }),
    )
    for (const { visit, revision } of due) {
      published.delete(visit.id)
      published.set(visit.id, revision)
    }
    for (const id of published.keys()) {
      if (published.size <= remembered) break
      published.delete(id)
    }
    return due.length
  }

  return (visits) => {
    const publishing = last.then(() => publish(visits))
    last = publishing.catch(() => undefined) // whoever asked for it hears of the failure
    return publishing
  }
}
