import { Link } from '@tanstack/react-router'
import { session } from '../../api/api.ts'
import styles from '../../errors/errors.module.css'
import { useGoToLogin } from '../../routing/use-go-to-login.ts'
import button from '../../ui/button.module.css'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { copy } from './copy.ts'

const text = copy.isScreen

/** Shown on a wall screen instead of the management pages, which its session may not use. */
export function WallScreenPage() {
  usePageTitle(text.title)
  const goToLogin = useGoToLogin()
  // Ends the session in this browser only. On the server the screen exists until an administrator removes it.
  const signIn = () => void session.end().then(goToLogin)
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
        <div className={styles.actions}>
          <Link to="/connect" search={{ kiosk: 1 }} className={button.primary}>
            {text.toScreen}
          </Link>
          <button type="button" className={button.quiet} onClick={signIn}>
            {text.signIn}
          </button>
        </div>
      </div>
    </main>
  )
}
