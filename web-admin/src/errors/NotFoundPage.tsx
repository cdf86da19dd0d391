import { Link } from '@tanstack/react-router'
import button from '../components/button.module.css'
import { usePageTitle } from '../components/use-page-title.ts'
import { copy } from '../copy.ts'
import { given } from '../given.ts'
import { Mark } from './CrashPage.tsx'
import styles from './errors.module.css'

/** An address that leads nowhere: the generic fallback with a way home. */
export function NotFoundPage() {
  usePageTitle(given.unexpectedError)
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Mark />
        <h1>{given.unexpectedError}</h1>
        <p>{copy.crash.notFound}</p>
        <div className={styles.actions}>
          <Link to="/" className={button.primary}>
            {copy.crash.home}
          </Link>
        </div>
      </div>
    </main>
  )
}
