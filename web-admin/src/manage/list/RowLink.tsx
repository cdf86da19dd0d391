import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './list.module.css'
import { rememberOpenedRow } from './return-position.ts'

type RowLinkProps = {
  /** The list's own path, such as `/manage/members`. */
  list: string
  id: string
  children: ReactNode
}

/** Link from a row to its entity; returning to the list focuses this row again. */
export function RowLink({ list, id, children }: RowLinkProps) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Link
      to={`${list}/${id}` as string}
      className={styles.rowLink}
      data-row={id}
      onClick={() => here === list && rememberOpenedRow(list, id)}
    >
      {children}
    </Link>
  )
}
