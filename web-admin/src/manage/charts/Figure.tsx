import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Unbroken } from '../components/Unbroken.tsx'
import styles from './charts.module.css'

type FigureProps = {
  title: string
  /** Undefined while loading. */
  value: string | undefined
  change: string | undefined
  note: string | undefined
  /** The list behind the figure. */
  link?: Pick<LinkProps, 'to' | 'search'>
}

/** Figures side by side. */
export const Figures = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label}>
    <dl className={styles.figures}>{children}</dl>
  </section>
)

/** One figure, with its change from an earlier period. With a link the whole figure can be pressed. */
export const Figure = ({ title, value, change, note, link }: FigureProps) => (
  <div className={styles.figure} aria-busy={value === undefined}>
    <dt>{title}</dt>
    <dd className={styles.number}>
      {value !== undefined && link ? <Link {...link}>{value}</Link> : (value ?? '\u00a0')}
    </dd>
    <dd className={styles.change}>{change ?? '\u00a0'}</dd>
    <dd className={styles.note}>
      <Unbroken>{note ?? '\u00a0'}</Unbroken>
    </dd>
  </div>
)
