import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { currentAdminId } from '../api/current-admin-id.ts'
import { currentPage } from '../page/current-page.ts'
import { recordPage } from '../page/recent-pages.ts'
import styles from './page.module.css'

type PageProps = {
  title: string
  lead?: ReactNode
  /** Actions of the page; the search offers them too. */
  actions?: ReactNode
  /** The link back, above the title. */
  above?: ReactNode
  children: ReactNode
}

/** Whether a page was shown before. The first page does not move the focus. */
let shownBefore = false

/** One management page. After a navigation the focus is on its title. */
export function Page({ title, lead, actions, above, children }: PageProps) {
  usePageTitle(title)
  useLayoutEffect(() => {
    currentPage.setState({ title })
    recordPage(title, currentAdminId())
  }, [title])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shownBefore) heading.current?.focus({ preventScroll: true })
    shownBefore = true
  }, [])
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      {above}
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && (
          <div className={styles.actions} data-actions>
            {actions}
          </div>
        )}
      </header>
      {children}
    </main>
  )
}
