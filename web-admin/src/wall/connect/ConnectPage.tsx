import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { session } from '../../api/api.ts'
import { connectionPhase } from '../../live/connection-state.ts'
import type { LiveScope } from '../../live/live-sink.ts'
import { useLiveSocket } from '../../live/use-live-socket.ts'
import { buildName } from '../../reload/served-build.ts'
import { useGoToLogin } from '../../routing/use-go-to-login.ts'
import { clock } from '../../ui/age.ts'
import { Logo } from '../../ui/Logo.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { holdAwake } from '../kiosk/display.ts'
import { reloadOnRequest, reloadWhenStuck, useWatchdog } from '../kiosk/use-watchdog.ts'
import { burnInShift } from './burn-in-shift.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import styles from './connect.module.css'
import type { ConnectSearch } from './connect-search.ts'
import { copy } from './copy.ts'
import { EndedScreen } from './EndedScreen.tsx'
import { Footer } from './Footer.tsx'
import { createLiveStore } from './live-store.ts'
import { recallSequence, rememberSequence, scopeKey } from './resume-position.ts'
import { useAnnouncements } from './use-announcements.ts'
import { useClock } from './use-clock.ts'
import { currentStatus, useRecognizerStatus } from './use-recognizer-status.ts'
import { useScreenSettings } from './use-screen-settings.ts'
import { VisitCard } from './VisitCard.tsx'
import { isIdle, recentVisits } from './visit-card-state.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** The live screen: one card with the latest visit, surrounded by the state of the connection. */
export function ConnectPage() {
  usePageTitle(copy.pageTitle)
  const { kiosk, ...scope } = useSearch({ from: '/connect' })
  const view = scopeKey(scope)
  const [unattended] = useState(kiosk !== undefined || session.isScreen())
  const [ended, setEnded] = useState(!session.exists())
  const goToLogin = useGoToLogin()
  const navigate = useNavigate()
  const sessionEnded = useCallback(() => {
    if (!unattended) return goToLogin()
    setEnded(true)
    // With `kiosk` in the address, a reload shows the same.
    void navigate({ to: '/connect', search: (before) => ({ ...before, kiosk: 1 }), replace: true })
  }, [unattended, goToLogin, navigate])
  if (ended) return <EndedScreen />
  return <Stage key={view} view={view} scope={scope} unattended={kiosk !== undefined} sessionEnded={sessionEnded} />
}

type StageProps = {
  /** Key of the scope; another scope remounts the stage. */
  view: string
  scope: Omit<ConnectSearch, 'kiosk'>
  unattended: boolean
  sessionEnded: () => void
}

function Stage({ view, scope, unattended, sessionEnded }: StageProps) {
  const [store] = useState(() =>
    createLiveStore({ recalled: recallSequence(view), stuck: reloadWhenStuck, reload: reloadOnRequest }),
  )
  const [isScreen] = useState(session.isScreen)
  const reconnect = useLiveSocket(store, isScreen ? ofScreen(scope) : scope, sessionEnded)
  useEffect(holdAwake, [])

  const { card, connection, name, notice } = useSyncExternalStore(store.subscribe, store.getState)
  const { shown } = card
  useWatchdog(card.touchedAt, reconnect)
  useEffect(() => {
    if (shown?.sequence) rememberSequence(view, shown.sequence)
  }, [view, shown?.sequence])

  const { local, server } = useClock()
  const phase = connectionPhase(connection, local)
  const { guest, join, milestones, speaks } = useScreenSettings(sessionEnded)
  const spoken = useAnnouncements(card, speaks)
  const recognizers = useRecognizerStatus(scope.storeId, isScreen, sessionEnded)
  const lag = recognizers?.lag ?? 0
  useEffect(() => store.setLag(lag), [store, lag])
  const current = currentStatus(recognizers, local)
  const idle = isIdle(card, server)
  const { x, y } = burnInShift(local)

  return (
    <main
      className={styles.stage}
      data-phase={phase}
      data-idle={idle || undefined}
      data-unattended={unattended || undefined}
      style={{ '--shift-x': x, '--shift-y': y }}
    >
      <header className={styles.bar}>
        <span className={styles.store}>
          <Logo className={styles.logo} />
          {title(shown?.storeName || recognizers?.storeName, name, isScreen || scope.storeId !== undefined)}
        </span>
        <ConnectionStatus
          {...{ connection, phase }}
          now={local}
          recognizers={current}
          takeOver={() => reconnect({ replaceOldest: true })}
        />
        <time className={styles.clock}>{clock(server)}</time>
      </header>
      <div className={styles.scene}>
        {(shown === null || idle) && (
          <WaitingCard now={server} alone={shown === null} phase={phase} recognizers={current} />
        )}
        {shown !== null && (
          <VisitCard
            key={card.entrance}
            visit={shown}
            guest={shown.name === guest}
            join={join?.replaceAll('{storeId}', scope.storeId ?? recognizers?.storeId ?? '')}
            enters={card.entrance > 0}
            past={idle}
            milestones={milestones}
          />
        )}
      </div>
      <Footer
        shown={shown}
        recent={recentVisits(card, server)}
        staleSince={phase === 'stale' ? connection.lostAt : null}
        now={server}
        switches={!unattended}
      />
      <div className={styles.notice} role="status" aria-live="polite">
        {notice.text !== '' && <p key={notice.number}>{notice.text}</p>}
      </div>
      <div className={styles.spoken} role="status" aria-live="polite" aria-atomic="true">
        <span key={spoken.number}>{spoken.text}</span>
      </div>
    </main>
  )
}

/** Scope of a wall screen: the server knows its store from the token; administrators see which build it runs. */
function ofScreen({ mask }: LiveScope): LiveScope {
  const version = buildName()
  return { ...(mask === undefined ? {} : { mask }), ...(version === undefined ? {} : { version }) }
}

/**
 * Title of a page: store and name of the screen. `ofOne` is true for the screen of one store, whose name may not be
 * known yet.
 */
const title = (store: string | undefined, name: string, ofOne: boolean): string =>
  [store || (ofOne ? '' : copy.everyStore), name].filter(Boolean).join(' · ')
