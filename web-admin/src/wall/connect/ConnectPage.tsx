import { useSearch } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { session } from '../../api/api.ts'
import { linkPhase } from '../../live/connection-state.ts'
import type { LiveScope } from '../../live/live-sink.ts'
import { useLiveSocket } from '../../live/use-live-socket.ts'
import { buildName } from '../../reload/served-build.ts'
import { useGoToLogin } from '../../routing/use-go-to-login.ts'
import { clock } from '../../ui/age.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { holdAwake } from '../kiosk/display.ts'
import { reloadAsked, reloadStuck, useWatchdog } from '../kiosk/use-watchdog.ts'
import { orbit } from './burn-in-shift.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import styles from './connect.module.css'
import type { ConnectSearch } from './connect-search.ts'
import { copy } from './copy.ts'
import { Footer } from './Footer.tsx'
import { createLiveStore } from './live-store.ts'
import { recallSequence, rememberSequence, scopeKey } from './resume-position.ts'
import { useArrivals } from './use-announcements.ts'
import { useNow } from './use-clock.ts'
import { useDevices } from './use-recognizer-status.ts'
import { useScreenSettings } from './use-screen-settings.ts'
import { VisitCard } from './VisitCard.tsx'
import { isIdle } from './visit-card-state.ts'
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
  const [store] = useState(() =>
    createLiveStore({ recalled: recallSequence(view), stuck: reloadStuck, reload: reloadAsked }),
  )
  const [isScreen] = useState(session.isScreen)
  const reconnect = useLiveSocket(store, isScreen ? ofScreen(scope) : scope, goToLogin)
  useEffect(holdAwake, [])

  const { latest, link, name, notice } = useSyncExternalStore(store.subscribe, store.getState)
  const { shown } = latest
  useWatchdog(latest.touchedAt, reconnect)
  useEffect(() => {
    if (shown?.sequence) rememberSequence(view, shown.sequence)
  }, [view, shown?.sequence])

  const { local, server } = useNow()
  const phase = linkPhase(link, local)
  const { guest, milestones, speaks } = useScreenSettings(goToLogin)
  const spoken = useArrivals(latest, speaks)
  const { missing, lag } = useDevices(scope.storeId, !isScreen, goToLogin)
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
        <span className={styles.store}>{title(shown?.storeName, name, isScreen)}</span>
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
            milestones={milestones}
          />
        )}
      </div>
      <Footer shown={shown} staleSince={phase === 'stale' ? link.lostAt : null} now={server} switches={!unattended} />
      <div className={styles.notice} role="status" aria-live="polite">
        {notice.text !== '' && <p key={notice.number}>{notice.text}</p>}
      </div>
      <div className={styles.spoken} role="status" aria-live="polite" aria-atomic="true">
        <span key={spoken.number}>{spoken.text}</span>
      </div>
    </main>
  )
}

/** What the socket of a wall screen asks for: its store is known by its token, and administrators see which build it runs. */
function ofScreen({ mask }: LiveScope): LiveScope {
  const version = buildName()
  return { ...(mask === undefined ? {} : { mask }), ...(version === undefined ? {} : { version }) }
}

/** The store on show and what the screen is called. A screen's own store is not known before its first visit. */
const title = (store: string | undefined, name: string, isScreen: boolean): string =>
  [store || (isScreen ? '' : copy.everyStore), name].filter(Boolean).join(' · ')
