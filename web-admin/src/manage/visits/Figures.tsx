import { Failure } from '../components/Failure.tsx'
import { copy } from '../copy.ts'
import { amount, percent } from '../format.ts'
import { useFigures } from './use-visits.ts'
import styles from './visits.module.css'

const text = copy.visits

/** The day in four numbers. */
export function Figures({ today, storeId }: { today: string; storeId: string | undefined }) {
  const { data, error, refetch } = useFigures(today, storeId)
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  const { visits, members, guests, returning } = data ?? { visits: 0, members: 0, guests: 0, returning: 0 }
  const share = (part: number) => text.share(percent(part, visits))
  return (
    <section aria-label={text.figures}>
      <dl className={styles.figures} aria-busy={data === undefined}>
        <Figure title={text.visits} value={visits} note={text.updated} />
        <Figure title={text.members} value={members} note={share(members)} />
        <Figure title={text.guests} value={guests} note={share(guests)} />
        <Figure title={text.returning} value={returning} note={share(returning)} />
      </dl>
    </section>
  )
}

function Figure({ title, value, note }: { title: string; value: number; note: string }) {
  return (
    <div className={styles.figure}>
      <dt>{title}</dt>
      <dd className={styles.value}>{text.cars(amount(value))}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}
