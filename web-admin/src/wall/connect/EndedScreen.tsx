import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { clock, day } from '../../ui/age.ts'
import { holdAwake } from '../kiosk/display.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'
import { useClock } from './use-clock.ts'

/**
 * An unattended screen whose session has ended, such as one that an administrator removed. Customers see a clock instead of
 * a sign-in form; a line at the foot is for the staff.
 */
export function EndedScreen() {
  const { server } = useClock()
  useEffect(holdAwake, [])
  return (
    <main className={styles.stage} data-idle>
      <header className={styles.bar} />
      <div className={styles.scene}>
        <section className={styles.waiting}>
          <p className={styles.day}>{day(server)}</p>
          <p className={styles.bigClock}>{clock(server)}</p>
          <h1 className={styles.waitingText}>{copy.ended}</h1>
        </section>
      </div>
      <footer className={`${styles.footer} ${styles.endedFooter}`}>
        <span>{copy.endedForStaff}</span>
        <span className={styles.switches}>
          <Link to="/login" search={{ redirect: '/manage/screens' }}>
            {copy.signIn}
          </Link>
        </span>
      </footer>
    </main>
  )
}
