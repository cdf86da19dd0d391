import { Link, useLocation } from '@tanstack/react-router'
import { useStore } from 'zustand/react'
import { placeOf } from '../navigation/entries.ts'
import { currentPage } from '../page/current-page.ts'
import { copy as shared } from '../text/copy.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'

/** Breadcrumbs: `운영 / 회원 / 홍길동`. The list is a link while one of its entities is open. */
export function Crumbs() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { title } = useStore(currentPage)
  const place = placeOf(path)
  if (place === undefined) return <p className={styles.crumbs}>{shared.product}</p>
  const { group, entry } = place
  return (
    <nav className={styles.crumbs} aria-label={copy.crumbs}>
      <ol>
        <li className={styles.crumbGroup}>{group.title}</li>
        {path === entry.to ? (
          <li aria-current="page">{entry.label}</li>
        ) : (
          <>
            <li>
              <Link to={entry.to} activeOptions={{ exact: true }}>
                {entry.label}
              </Link>
            </li>
            <li aria-current="page">{title}</li>
          </>
        )}
      </ol>
    </nav>
  )
}
