import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand/react'
import { callObserver, session } from '../../api/api.ts'
import { useLiveSocket } from '../../live/use-live-socket.ts'
import { useGoToLogin } from '../../routing/use-go-to-login.ts'
import { WallScreenPage } from '../../wall/kiosk/WallScreenPage.tsx'
import { recordFailedCall } from '../api/failed-calls.ts'
import { createManagementClient } from '../api/queries.ts'
import { createVisitFeed, FeedContext } from '../feed/visit-feed.ts'
import { announcements } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Crumbs } from './Crumbs.tsx'
import { Drawer } from './Drawer.tsx'
import { Footer } from './Footer.tsx'
import { Navigation } from './Navigation.tsx'
import { PendingBar } from './PendingBar.tsx'
import { SearchButton } from './SearchButton.tsx'
import styles from './shell.module.css'

export { PageCrash } from './PageCrash.tsx'
export { PageMissing } from './PageMissing.tsx'

callObserver.onResponse = recordFailedCall

/** Every store's visits, as they are. */
const everything = {}

/** Moves the focus past the navigation. A link to `#content` would have the router load the page again. */
function skip(): void {
  document.getElementById('content')?.focus()
}

/**
 * The management pages, or why there are none on a wall screen. Another tab may make it one at any time: with its session ends
 * whatever is open here. The tab that does it asks first, and leaves by itself.
 */
export function Shell() {
  return useSyncExternalStore(watchSession, session.isScreen) ? <WallScreenPage /> : <Management />
}

function watchSession(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

/** What stands around each management page: navigation, account, connection; and what the pages share. */
function Management() {
  const goToLogin = useGoToLogin()
  const [client] = useState(() => createManagementClient(goToLogin))
  const [feed] = useState(() => createVisitFeed())
  useLiveSocket(feed, everything, goToLogin)

  return (
    <QueryClientProvider client={client}>
      <FeedContext value={feed}>
        <div className={styles.shell}>
          <button type="button" className={styles.skip} onClick={skip}>
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
          <Outlet />
          <Footer />
          <LiveRegion />
        </div>
      </FeedContext>
    </QueryClientProvider>
  )
}

function LiveRegion() {
  const { text, count } = useStore(announcements)
  return (
    <p className={styles.spoken} role="status" aria-live="polite">
      {/* Screen readers pass over a text that stays the same. */}
      {text}
      {count % 2 === 1 && '\u00a0'}
    </p>
  )
}
