import { useSearch } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePageTitle } from '../components/use-page-title.ts'
import { holdAwake } from '../kiosk/screen.ts'
import { reloadStuck, useWatchdog } from '../kiosk/use-watchdog.ts'
import { linkPhase } from '../live/link.ts'
import { useLiveSocket } from '../live/use-live-socket.ts'
import { useGoToLogin } from '../login/use-go-to-login.ts'
import { clock } from './age.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import styles from './connect.module.css'
import { copy } from './copy.ts'
import { Footer } from './Footer.tsx'
import { isIdle } from './latest.ts'
import { createLiveStore } from './live-store.ts'
import { orbit } from './orbit.ts'
import { recallSequence, rememberSequence, scopeKey } from './resume.ts'
import type { ConnectSearch } from './search.ts'
import { useArrivals } from './use-arrivals.ts'
import { useDevices } from './use-devices.ts'
import { useGuestName } from './use-guest-name.ts'
import { useNow } from './use-now.ts'
import { VisitCard } from './VisitCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'

/** The live screen: one card with the latest visit, and around it what tells whether it can be believed. */
export function ConnectPage() {
  usePageTitle(copy.pageTitle)
  const { kiosk, ...scope } = useSearch({ from: '/connect' })
  const view = scopeKey(scope)
  return <Stage key={view} view={view} scope={scope} unattended={kiosk !== undefined} />
}

type StageProps = {
  /** Names the scope: another one is another stage. */
  view: string
  scope: Omit<ConnectSearch, 'kiosk'>
  unattended: boolean
}

function Stage({ view, scope, unattended }: StageProps) {
  const goToLogin = useGoToLogin()
  const [store] = useState(() => createLiveStore({ recalled: recallSequence(view), stuck: reloadStuck }))
  const reconnect = useLiveSocket(store, scope, goToLogin)
  useEffect(holdAwake, [])

  const { latest, link } = useSyncExternalStore(store.subscribe, store.getState)
  const { shown } = latest
  useWatchdog(latest.touchedAt, reconnect)
  useEffect(() => {
    if (shown?.sequence) rememberSequence(view, shown.sequence)
  }, [view, shown?.sequence])

  const { local, server } = useNow()
  const phase = linkPhase(link, local)
  const spoken = useArrivals(latest)
  const guest = useGuestName(goToLogin)
  const { missing, lag } = useDevices(scope.storeId, goToLogin)
  useEffect(() => store.setLag(lag), [store, lag])
  const idle = isIdle(latest, server)
  const { x, y } = orbit(local)

  return (
    <main
      className={styles.stage}
      data-phase={phase}
      data-idle={idle || undefined}
      data-unattended={unattended || undefined}
      style={{ '--orbit-x': x, '--orbit-y': y }}
    >
      <header className={styles.bar}>
        <span className={styles.store}>{shown?.storeName || copy.everyStore}</span>
        <ConnectionStatus link={link} phase={phase} now={local} />
        <time className={styles.clock}>{clock(server)}</time>
      </header>
      <div className={styles.scene}>
        {(shown === null || idle) && <WaitingCard now={server} alone={shown === null} missing={missing} />}
        {shown !== null && (
          <VisitCard
            key={latest.entrance}
            visit={shown}
            guest={shown.name === guest}
            enters={latest.entrance > 0}
            past={idle}
          />
        )}
      </div>
      <Footer shown={shown} staleSince={phase === 'stale' ? link.lostAt : null} now={server} switches={!unattended} />
      <div className={styles.spoken} role="status" aria-live="polite" aria-atomic="true">
        <span key={spoken.number}>{spoken.text}</span>
      </div>
    </main>
  )
}
