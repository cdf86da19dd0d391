import { Link, type LinkProps } from '@tanstack/react-router'
import { useStore } from 'zustand/react'
import { Logo } from '../../components/Logo.tsx'
import { copy } from '../copy.ts'
import { currentPage } from '../current-page.ts'
import styles from './shell.module.css'

type Entry = { to: NonNullable<LinkProps['to']>; label: string }
const groups: { title: string; entries: Entry[] }[] = [
  {
    title: copy.navigation.operation,
    entries: [
      { to: '/manage', label: copy.navigation.dashboard },
      { to: '/manage/visits', label: copy.navigation.visits },
      { to: '/connect', label: copy.navigation.wallScreen },
      { to: '/manage/members', label: copy.navigation.members },
    ],
  },
  { title: copy.navigation.content, entries: [{ to: '/manage/banners', label: copy.navigation.banners }] },
  {
    title: copy.navigation.system,
    entries: [
      { to: '/manage/devices', label: copy.navigation.devices },
      { to: '/manage/deadLetters', label: copy.navigation.deadLetters },
      { to: '/manage/settings', label: copy.navigation.settings },
    ],
  },
]

/** Where this page stands in the navigation: `운영 / 방문`. */
export function Crumb() {
  // By the router's own hook for it, every first load would grow by 0.8 kB.
  const { title } = useStore(currentPage)
  const group = groups.find(({ entries }) => entries.some(({ label }) => label === title))
  return <p className={styles.crumb}>{group === undefined ? copy.product : `${group.title} / ${title}`}</p>
}

/** The pages that there are. A menu's link opens a page anew, without the filters that were left on it. */
export function Navigation({ onChosen }: { onChosen?: () => void }) {
  return (
    <nav className={styles.navigation} aria-label={copy.navigation.label}>
      <p className={styles.brand}>
        <Logo className={styles.logo} />
        {copy.product}
      </p>
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <p className={styles.group}>{title}</p>
          <ul>
            {entries.map(({ to, label }) => (
              <li key={label}>
                <Link to={to} activeOptions={{ exact: true, includeSearch: false }} onClick={onChosen}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
