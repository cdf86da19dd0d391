import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand/react'
import { callObserver, session } from '../../api/api.ts'
import { openSharedLive } from '../../live/shared-connection.ts'
import { useLiveSocket } from '../../live/use-live-socket.ts'
import { WallScreenPage } from '../../wall/kiosk/WallScreenPage.tsx'
import { recordFailedCall } from '../api/failed-calls.ts'
import { createManagementClient } from '../api/queries.ts'
import { useSessionEnded } from '../api/use-session-ended.ts'
import { createVisitFeed, FeedContext } from '../feed/visit-feed.ts'
import { announcements } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { resumeDeletions } from '../undo/undoable-delete.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Crumbs } from './Crumbs.tsx'
import { DemoBar } from './DemoBar.tsx'
import { Drawer } from './Drawer.tsx'
import { Footer } from './Footer.tsx'
import { Navigation } from './Navigation.tsx'
import { PendingBar } from './PendingBar.tsx'
import { SearchButton } from './SearchButton.tsx'
import { SessionWatch, watchSession } from './SessionWatch.tsx'
import styles from './shell.module.css'

export { PageCrash } from './PageCrash.tsx'
export { PageMissing } from './PageMissing.tsx'

callObserver.onResponse = recordFailedCall

/** Live visits of every store, unmasked. */
const everyStore = {}

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
  const [client] = useState(() => createManagementClient(sessionEnded))
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
            <SearchButton />
            <AccountMenu />
            <PendingBar />
          </header>
          <DemoBar />
          <Outlet />
          <Footer takeOver={() => reconnect({ replaceOldest: true })} />
          <LiveRegion />
          <SessionWatch reconnect={() => reconnect()} />
        </div>
      </FeedContext>
    </QueryClientProvider>
  )
}

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
