import { Link } from '@tanstack/react-router'
import button from '../ui/button.module.css'
import { copy } from '../ui/copy.ts'
import { given } from '../ui/fixed-strings.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
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
