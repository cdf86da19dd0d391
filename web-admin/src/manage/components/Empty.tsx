import type { ReactNode } from 'react'
import styles from './states.module.css'

/** Placeholder of an empty list: the reason, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children}
    </div>
  )
}
