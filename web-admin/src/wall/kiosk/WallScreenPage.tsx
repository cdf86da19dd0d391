import { Link, useRouter } from '@tanstack/react-router'
import { session } from '../../api/api.ts'
import styles from '../../errors/errors.module.css'
import { loginSearch } from '../../routing/redirect-after-login.ts'
import button from '../../ui/button.module.css'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { copy } from './copy.ts'

const text = copy.isScreen

/** Shown on a wall screen instead of the management pages, which its session may not use. */
export function WallScreenPage() {
  usePageTitle(text.title)
  const router = useRouter()
  // Ends the session in this browser only. On the server the screen exists until an administrator removes it.
  const signIn = async () => {
    await session.end()
    void router.navigate({ to: '/login', search: loginSearch(router.state.location.href), replace: true })
  }
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
        <div className={styles.actions}>
          <Link to="/connect" search={{ kiosk: 1 }} className={button.primary}>
            {text.toScreen}
          </Link>
          <button type="button" className={button.quiet} onClick={() => void signIn()}>
            {text.signIn}
          </button>
        </div>
      </div>
    </main>
  )
}
