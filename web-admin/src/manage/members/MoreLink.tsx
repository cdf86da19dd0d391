import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { text } from './copy.ts'
import styles from './members.module.css'

type MoreLinkProps = { to: string; search?: Record<string, string>; children?: ReactNode }

/** Link to the full list of a member's orders, visits and so on. */
export const MoreLink = ({ to, search = {}, children = text.all }: MoreLinkProps) => (
  <Link to={to} search={search as never} className={styles.link}>
    {children}
  </Link>
)
