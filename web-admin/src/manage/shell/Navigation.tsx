import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { isExact, navigationGroups } from '../navigation/entries.ts'
import { copy } from '../text/copy.ts'
import styles from './shell.module.css'

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
      {navigationGroups.map(({ title, entries }) => (
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
