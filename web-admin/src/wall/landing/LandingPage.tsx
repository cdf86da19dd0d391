import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { wantsFullScreen } from '../../api/app-settings.ts'
import { useGoToLogin } from '../../routing/use-go-to-login.ts'
import { Plate } from '../../ui/plate/Plate.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { enterFullScreen, keepAwake } from '../kiosk/display.ts'
import { unlockSound } from '../kiosk/sound.ts'
import { appSettingsQuery, queryClient } from './app-settings-query.ts'
import { copy } from './copy.ts'
import styles from './landing.module.css'

/** One action: connect. Its click is also the user gesture that sound, wake lock and full screen need. */
export function LandingPage() {
  usePageTitle(copy.title)
  const navigate = useNavigate()
  const router = useRouter()
  const goToLogin = useGoToLogin()
  const button = useRef<HTMLButtonElement>(null)
  const settings = useQuery(appSettingsQuery, queryClient)

  useEffect(() => {
    if (settings.data !== undefined) console.info('appSettings', settings.data)
  }, [settings.data])
  useEffect(() => {
    if (settings.isError) goToLogin()
  }, [settings.isError, goToLogin])
  // The main control has the focus, so that Enter connects.
  useEffect(() => button.current?.focus(), [])

  const connect = () => {
    unlockSound()
    void keepAwake()
    if (wantsFullScreen(settings.data)) void enterFullScreen()
    void navigate({ to: '/connect' })
  }
  const prefetch = () => void router.preloadRoute({ to: '/connect' })

  return (
    <main className={styles.page}>
      <Link to="/manage" className={styles.manage}>
        {copy.manage}
      </Link>
      <div className={styles.plate}>
        <Plate carNumber="123가4568" decorative />
      </div>
      <div className={styles.text}>
        <h1>{copy.title}</h1>
        <p>{copy.lead}</p>
      </div>
      <button
        ref={button}
        type="button"
        className={styles.connect}
        onClick={connect}
        onPointerEnter={prefetch}
        onKeyDown={prefetch}
      >
        {copy.connect}
      </button>
    </main>
  )
}
