import { AddressLink } from '../components/AddressLink.tsx'
import styles from './list.module.css'
import { returnAddress } from './return-position.ts'

/** Link back to a list as it was left: its filters, page and row. */
export function BackToList({ to, label }: { to: string; label: string }) {
  return (
    <AddressLink href={returnAddress(to)} className={styles.back}>
      <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="M10 3 5 8l5 5" />
      </svg>
      {label}
    </AddressLink>
  )
}
