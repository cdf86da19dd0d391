import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { isExact, useNavigationGroups } from '../navigation/entries.ts'
import { copy } from '../text/copy.ts'
import styles from './shell.module.css'

/** Scrolls an entry into view. `scrollIntoView` would also move the starting point of Tab. */
function reveal(entry: Element, box: Element): void {
  const [{ top, bottom }, frame] = [entry.getBoundingClientRect(), box.getBoundingClientRect()]
  box.scrollTop += Math.min(0, top - frame.top) + Math.max(0, bottom - frame.bottom)
}

/** The main navigation. Its links open a page without the filters that were set there before. */
export function Navigation({ onChosen }: { onChosen?: () => void }) {
  const groups = useNavigationGroups()
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { length } = groups
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry depends on the path, and exists after the rights have arrived
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]')
    const box = nav.current?.parentElement
    if (current && box) reveal(current, box)
  }, [path, length])
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
