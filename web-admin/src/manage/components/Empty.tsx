import type { ReactNode } from 'react'
import styles from './states.module.css'

/** A list without anything in it: why, and the way on. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children}
    </div>
  )
}
