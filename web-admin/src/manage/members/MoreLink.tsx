import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { text } from './copy.ts'
import styles from './members.module.css'

type MoreLinkProps = { to: string; search?: Record<string, string>; children?: ReactNode }

/** The way to what belongs to a member elsewhere. */
export const MoreLink = ({ to, search = {}, children = text.all }: MoreLinkProps) => (
  <Link to={to} search={search as never} className={styles.link}>
    {children}
  </Link>
)
