import { clock, day } from '../../ui/age.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'

type WaitingProps = {
  now: number
  /** There has been no visit yet, so there is no card below. */
  alone: boolean
  /** No recognizer is registered. */
  missing: boolean
}

/** Shown while no car is there: a clock, so that the screen is useful and visibly running. */
export function WaitingCard({ now, alone, missing }: WaitingProps) {
  const Heading = alone ? 'h1' : 'p'
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <p className={styles.day}>{day(now)}</p>
      <p className={styles.bigClock}>{clock(now)}</p>
      <Heading id="waiting" className={styles.waitingText}>
        {copy.waiting}
      </Heading>
      {missing && <p className={styles.missing}>{copy.noDevice}</p>}
    </section>
  )
}
