import { copy } from '../copy.ts'
import { clock, day } from './age.ts'
import styles from './connect.module.css'

/** Nobody has come yet: a clock, so that the screen is of use and seen to live. */
export function WaitingCard({ now }: { now: number }) {
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <p className={styles.day}>{day(now)}</p>
      <p className={styles.bigClock}>{clock(now)}</p>
      <h1 id="waiting" className={styles.waitingText}>
        {copy.connect.waiting}
      </h1>
    </section>
  )
}
