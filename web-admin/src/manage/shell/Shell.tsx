import type { Admin } from '@kingcar/contract'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand/react'
import { callObserver, session } from '../../api/api.ts'
import type { ReconnectOptions } from '../../live/connection.ts'
import { openSharedLive } from '../../live/shared-connection.ts'
import { useLiveSocket } from '../../live/use-live-socket.ts'
import { WallScreenPage } from '../../wall/kiosk/WallScreenPage.tsx'
import { currentAdminId } from '../api/current-admin-id.ts'
import { recordFailedCall } from '../api/failed-calls.ts'
import { createManagementClient } from '../api/queries.ts'
import { RightsContext } from '../api/rights.tsx'
import { currentAdminKey, useCurrentAdmin } from '../api/use-current-admin.ts'
import { useSessionEnded } from '../api/use-session-ended.ts'
import { Failure } from '../components/Failure.tsx'
import { createVisitFeed, type Feed, FeedContext } from '../feed/visit-feed.ts'
import { announcements } from '../page/announce.ts'
import { handOverDrafts } from '../page/drafts.ts'
import { ignoreDroppedFiles } from '../page/ignore-dropped-files.ts'
import { copy } from '../text/copy.ts'
import { resumeDeletions } from '../undo/undoable-delete.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { BellButton } from './BellButton.tsx'
import { Crumbs } from './Crumbs.tsx'
import { copy as text } from './copy.ts'
import { DemoBar } from './DemoBar.tsx'
import { Drawer } from './Drawer.tsx'
import { Footer } from './Footer.tsx'
import { Navigation } from './Navigation.tsx'
import { PendingBar } from './PendingBar.tsx'
import { PermittedPage } from './PermittedPage.tsx'
import { SearchButton } from './SearchButton.tsx'
import { SessionWatch, watchSession } from './SessionWatch.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { StoreSwitch } from './StoreSwitch.tsx'
import styles from './shell.module.css'

export { PageCrash } from './PageCrash.tsx'
export { PageMissing } from './PageMissing.tsx'

/** Live visits of every store, unmasked. */
const everyStore = {}

for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, ignoreDroppedFiles)

/** Moves the focus past the navigation. A link to `#content` would make the router load the page again. */
function skipToContent(): void {
  document.getElementById('content')?.focus()
}

/**
 * The management pages, or an explanation on a wall screen. Another tab may turn this browser into a wall screen at any time;
 * that replaces the session of all tabs. The tab that does so asks about unsaved changes first and navigates away by itself.
 */
export function Shell() {
  return useSyncExternalStore(watchSession, session.isScreen) ? <WallScreenPage /> : <Management />
}

/** The frame of each management page: navigation, account, connection; and the contexts that the pages share. */
function Management() {
  const askAgain = useSessionEnded()
  const sessionEnded = useCallback(() => askAgain('background'), [askAgain])
  const navigate = useNavigate()
  const [client] = useState(() =>
    createManagementClient(
      sessionEnded,
      () => void navigate({ to: '/manage/account', replace: true, state: { factorRequired: true } }),
    ),
  )
  const [feed] = useState(() => createVisitFeed())
  const reconnect = useLiveSocket(feed, everyStore, sessionEnded, openSharedLive)
  useEffect(() => {
    const resume = () => resumeDeletions(() => client.invalidateQueries())
    resume()
    window.addEventListener('pageshow', resume) // also when the browser shows the left page again
    return () => window.removeEventListener('pageshow', resume)
  }, [client])

  return (
    <QueryClientProvider client={client}>
      <FeedContext value={feed}>
        <Frame feed={feed} reconnect={reconnect} />
      </FeedContext>
    </QueryClientProvider>
  )
}

type FrameProps = { feed: Feed; reconnect: (options?: ReconnectOptions) => void }

/** The frame with the current page, limited to what the administrator may do. */
function Frame({ feed, reconnect }: FrameProps) {
  /** The administrator under whom the user works in this tab. */
  const [acting, setActing] = useState(currentAdminId)
  const { data: admin, error, refetch } = useCurrentAdmin(acting)
  useRefreshRights(feed, admin)
  const rights = useMemo(() => admin ?? null, [admin])
  return (
    <RightsContext value={rights}>
      <div className={styles.shell}>
        <button type="button" className={styles.skip} onClick={skipToContent}>
          {copy.skip}
        </button>
        <aside className={styles.side}>
          <Navigation />
        </aside>
        <header className={styles.bar}>
          <Drawer />
          <Crumbs />
          <StoreSwitch />
          <SearchButton />
          <BellButton />
          <AccountMenu admin={admin} />
          <PendingBar />
        </header>
        <DemoBar />
        {rights === null && error !== null ? (
          <main className={styles.waiting} id="content" tabIndex={-1}>
            <Failure title={text.accountFailed} cause={error} retry={() => void refetch()} />
          </main>
        ) : (
          <PermittedPage />
        )}
        <Footer takeOver={() => reconnect({ replaceOldest: true })} />
        <LiveRegion />
        <Shortcuts />
        <SessionWatch acting={acting} onActing={setActing} reconnect={() => reconnect()} />
      </div>
    </RightsContext>
  )
}

/**
 * Reads the administrator's account again when the server refuses a call, or has closed the live socket because the
 * rights changed. If the rights differ, everything else is read again too.
 */
function useRefreshRights(feed: Feed, admin: Admin | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: currentAdminKey })
    callObserver.onResponse = (response, request) => {
      recordFailedCall(response, request)
      if (response.status === 403) refresh()
    }
    const unsubscribe = feed.subscribe(({ connection }, before) => {
      if (connection.lostAt !== before.connection.lostAt) refresh()
    })
    return () => {
      delete callObserver.onResponse
      unsubscribe()
    }
  }, [client, feed])

  const before = useRef(admin)
  useEffect(() => {
    const last = before.current
    if (admin === undefined) return
    before.current = admin
    if (last === undefined || rightsKey(last) === rightsKey(admin)) return
    if (last.id !== admin.id) handOverDrafts(last.id, admin.id)
    // Includes data that is on the screen, because it may belong to another store, or to the previous administrator.
    void client.resetQueries({ predicate: ({ queryKey: [key] }) => key !== currentAdminKey[0] })
  }, [client, admin])
}

const rightsKey = ({ id, role, storeIds }: Admin) => JSON.stringify([id, role, storeIds])

function LiveRegion() {
  const { text, count } = useStore(announcements)
  return (
    <p className={styles.spoken} role="status" aria-live="polite">
      {/* The extra space makes a repeated text a change, which screen readers announce. */}
      {text}
      {count % 2 === 1 && '\u00a0'}
    </p>
  )
}
