import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand/react'
import { usePageTitle } from '../components/use-page-title.ts'
import { copy } from '../copy.ts'
import { keepAwake, letSleep } from '../kiosk/screen.ts'
import { useGoToLogin } from '../login/use-go-to-login.ts'
import { clock } from './age.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import styles from './connect.module.css'
import { Footer } from './Footer.tsx'
import { linkPhase } from './link.ts'
import { createLiveStore } from './live-store.ts'
import { useArrivals } from './use-arrivals.ts'
import { useGuestName } from './use-guest-name.ts'
import { useLiveSocket } from './use-live-socket.ts'
import { useNow } from './use-now.ts'
import { VisitCard } from './VisitCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'

/** The live screen: one card with the latest visit, and around it what tells whether it can be believed. */
export function ConnectPage() {
  usePageTitle(copy.connect.pageTitle)
  const scope = useSearch({ from: '/connect' })
  const goToLogin = useGoToLogin()
  const [store] = useState(() => createLiveStore())
  useLiveSocket(store, scope, goToLogin)
  useKeptAwake()

  const { latest, link } = useStore(store)
  const { local, server } = useNow()
  const phase = linkPhase(link, local)
  const announcement = useArrivals(latest)
  const guest = useGuestName(goToLogin)
  const { shown } = latest

  return (
    <main className={styles.stage} data-phase={phase}>
      <header className={styles.bar}>
        <span className={styles.store}>{shown?.storeName || copy.connect.everyStore}</span>
        <ConnectionStatus link={link} phase={phase} now={local} />
        <time className={styles.clock}>{clock(server)}</time>
      </header>
      {shown === null ? (
        <WaitingCard now={server} />
      ) : (
        <VisitCard key={latest.entrance} visit={shown} guest={shown.name === guest} />
      )}
      <Footer shown={shown} staleSince={phase === 'stale' ? link.lostAt : null} now={server} />
      <div className={styles.spoken} role="status" aria-live="polite" aria-atomic="true">
        {announcement}
      </div>
    </main>
  )
}

function useKeptAwake(): void {
  useEffect(() => {
    const ask = () => void keepAwake()
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      void letSleep()
    }
  }, [])
}
