import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AddressLink } from '../components/AddressLink.tsx'
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
  const { state } = useRouter()
  return (
    <AddressLink
      href={`${list}/${id}`}
      className={styles.rowLink}
      data-row={id}
      onFollow={() => state.location.pathname === list && rememberOpenedRow(list, id)}
    >
      {children}
    </AddressLink>
  )
}
