import type { PageOf } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import button from '../../ui/button.module.css'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './pagination.module.css'

/** `1–20 / 314` */
export function rangeOf({ number, size, numberOfElements, totalElements }: PageOf<unknown>): string {
  const from = number * size
  return copy.pages.range(amount(from + 1), amount(from + numberOfElements), amount(totalElements))
}

/** Previous and next page of a list, as links, so that each page has an address. */
export function Pagination({ page }: { page: PageOf<unknown> }) {
  const shown = useRef(page.number)
  useEffect(() => {
    if (shown.current === page.number) return
    shown.current = page.number
    announce(rangeOf(page))
  }, [page])
  if (page.first && page.last) return null
  return (
    <nav className={styles.pagination} aria-label={copy.pages.label}>
      <PageLink to={page.number - 1} disabled={page.first} label={copy.pages.previous} />
      <PageLink to={page.number + 1} disabled={page.last} label={copy.pages.next} />
    </nav>
  )
}

function PageLink({ to, disabled, label }: { to: number; disabled: boolean; label: string }) {
  if (disabled) {
    return (
      <button type="button" className={`${button.quiet} ${styles.noPage}`} disabled>
        {label}
      </button>
    )
  }
  return (
    <Link
      to="."
      search={({ page: _, ...search }: { page?: number }) => (to > 0 ? { ...search, page: to } : search)}
      className={button.quiet}
    >
      {label}
    </Link>
  )
}

/** Link to the first page, for an address beyond the last page. */
export function BeyondLastPage() {
  return (
    <Link to="." search={({ page: _, ...search }: { page?: number }) => search} className={button.quiet}>
      {copy.pages.first}
    </Link>
  )
}
