import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Logo } from '../../components/Logo.tsx'
import { copy } from '../copy.ts'
import styles from './shell.module.css'

type Entry = { to: NonNullable<LinkProps['to']>; label: string }
type Group = { title: string; entries: Entry[] }

/** The pages of the navigation, in its order; the search knows them, too. */
export const groups: Group[] = [
  {
    title: copy.navigation.operation,
    entries: [
      { to: '/manage', label: copy.navigation.dashboard },
      { to: '/manage/visits', label: copy.navigation.visits },
      { to: '/connect', label: copy.navigation.wallScreen },
      { to: '/manage/members', label: copy.navigation.members },
      { to: '/manage/orders', label: copy.navigation.orders },
      { to: '/manage/userProducts', label: copy.navigation.userProducts },
      { to: '/manage/useLogs', label: copy.navigation.useLogs },
    ],
  },
  {
    title: copy.navigation.catalog,
    entries: [
      { to: '/manage/products', label: copy.navigation.products },
      { to: '/manage/stores', label: copy.navigation.stores },
      { to: '/manage/banners', label: copy.navigation.banners },
      { to: '/manage/notices', label: copy.navigation.notices },
      { to: '/manage/terms', label: copy.navigation.terms },
    ],
  },
  {
    title: copy.navigation.system,
    entries: [
      { to: '/manage/devices', label: copy.navigation.devices },
      { to: '/manage/screens', label: copy.navigation.screens },
      { to: '/manage/deadLetters', label: copy.navigation.deadLetters },
      { to: '/manage/settings', label: copy.navigation.settings },
      { to: '/manage/admins', label: copy.navigation.admins },
      { to: '/manage/audit', label: copy.navigation.audit },
    ],
  },
]

/** `/manage` begins every address here: it stands for itself alone, each other entry for what is below it, too. */
const isExact = (to: string): boolean => to === '/manage'

/** The entry under which an address stands, and its group. */
export function placeOf(path: string): { group: Group; entry: Entry } | undefined {
  for (const group of groups) {
    const entry = group.entries.find(({ to }) => path === to || (!isExact(to) && path.startsWith(`${to}/`)))
    if (entry !== undefined) return { group, entry }
  }
  return undefined
}

/** Scrolls an entry into its box. `scrollIntoView` would also move the place from which Tab starts. */
function reveal(entry: Element, box: Element): void {
  const [{ top, bottom }, frame] = [entry.getBoundingClientRect(), box.getBoundingClientRect()]
  box.scrollTop += Math.min(0, top - frame.top) + Math.max(0, bottom - frame.bottom)
}

/** The pages that there are. A menu's link opens a page anew, without the filters that were left on it. */
export function Navigation({ onChosen }: { onChosen?: () => void }) {
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is marked with each path
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]')
    const box = nav.current?.parentElement
    if (current && box) reveal(current, box)
  }, [path])
  return (
    <nav ref={nav} className={styles.navigation} aria-label={copy.navigation.label}>
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
                <Link to={to} activeOptions={{ exact: isExact(to), includeSearch: false }} onClick={onChosen}>
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
