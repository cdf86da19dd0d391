import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { Icon } from '../components/Icon.tsx'
import { useCounts } from '../navigation/attention.ts'
import { type Group, isExact, placeOf, useNavigationGroups } from '../navigation/entries.ts'
import icons from '../navigation/icons.svg'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './shell.module.css'

/** Whether 시스템 was opened, in this browser. */
const key = 'systemMenu'

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
  const counts = useCounts(useLocation({ select: ({ search }: { search: { storeId?: string } }) => search.storeId }))
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
      {groups.map((group) => (
        <Entries key={group.title} {...group} path={path} counts={counts} onChosen={onChosen} />
      ))}
    </nav>
  )
}

type EntriesProps = Group & {
  path: string
  counts: Partial<Record<string, number>>
  onChosen: (() => void) | undefined
}

function Entries({ title, entries, path, counts, onChosen }: EntriesProps) {
  const id = useId()
  const isSystem = title === copy.navigation.system
  const isCurrent = placeOf(path)?.group.title === title
  const [opened, setOpened] = useState(() => localStorage.getItem(key) !== null)
  const open = !isSystem || opened || isCurrent
  const toggle = () => {
    if (opened) localStorage.removeItem(key)
    else localStorage.setItem(key, 'open')
    setOpened(!opened)
  }
  const waiting = entries.reduce((sum, { to }) => sum + (counts[to] ?? 0), 0)
  return (
    <section aria-label={title}>
      {isSystem && !isCurrent ? (
        <button type="button" className={styles.group} aria-expanded={open} aria-controls={id} onClick={toggle}>
          {title}
          <Icon sign="right" />
          {!open && <Count of={waiting} />}
        </button>
      ) : (
        <p className={styles.group}>{title}</p>
      )}
      <ul id={id} hidden={!open}>
        {entries.map(({ to, label }) => (
          <li key={label}>
            <Link to={to} activeOptions={{ exact: isExact(to), includeSearch: false }} onClick={onChosen}>
              <svg viewBox="0 0 24 24" aria-hidden>
                <use href={`${icons}#${to.slice(to.lastIndexOf('/') + 1)}`} />
              </svg>
              {label}
            </Link>
            <Count of={counts[to]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The number of tasks behind an entry. It is beside the link, so that the name of the link does not change. */
const Count = ({ of = 0 }: { of?: number | undefined }) =>
  of > 0 && (
    <span className={styles.count} role="img" aria-label={copy.navigation.waiting(amount(of))}>
      {of > 99 ? '99+' : of}
    </span>
  )
