import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import button from '../../ui/button.module.css'
import controls from '../components/controls.module.css'
import { rememberOpenedRow } from '../list/return-position.ts'
import { isKeyOfPage } from '../page/page-keys.ts'
import { text } from './copy.ts'
import type { Neighbours } from './use-neighbours.ts'
import styles from './visits.module.css'

const list = '/manage/visits'

/** Links to the visits before and after this one; the left and right arrow keys follow them. */
export function Beside({ of, previous, next }: Neighbours) {
  const nav = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const open = useRef((_id: string | undefined) => {})
  open.current = (id) => {
    if (id === undefined) return
    // From there the link back leads to the row of the visit shown last.
    if (of === 'list') rememberOpenedRow(list, id)
    void navigate({ to: '/manage/visits/$id', params: { id } })
  }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isKeyOfPage(event, nav)) return
      if (event.code === 'ArrowLeft') open.current(previous)
      else if (event.code === 'ArrowRight') open.current(next)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [previous, next])
  const link = (id: string | undefined, label: string, key: string) =>
    id !== undefined && (
      <Link
        to="/manage/visits/$id"
        params={{ id }}
        className={`${button.quiet} ${controls.button}`}
        aria-keyshortcuts={key}
        onClick={() => of === 'list' && rememberOpenedRow(list, id)}
      >
        {label}
      </Link>
    )
  if (previous === undefined && next === undefined) return null
  return (
    <nav ref={nav} className={styles.beside} aria-label={text.beside[of].label}>
      {link(previous, text.beside[of].previous, 'ArrowLeft')}
      {link(next, text.beside[of].next, 'ArrowRight')}
    </nav>
  )
}
