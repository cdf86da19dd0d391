import { Link } from '@tanstack/react-router'
import button from '../ui/button.module.css'
import { copy } from '../ui/copy.ts'
import { fixedStrings } from '../ui/fixed-strings.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { Mark } from './CrashPage.tsx'
import styles from './errors.module.css'

/** Shown for an unknown address, with a link to the start page. */
export function NotFoundPage() {
  usePageTitle(fixedStrings.unexpectedError)
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Mark />
        <h1>{fixedStrings.unexpectedError}</h1>
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
