import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import button from '../../ui/button.module.css'
import controls from '../components/controls.module.css'
import { rememberOpenedRow, rowsBeside } from '../list/return-position.ts'
import { isKeyOfPage } from '../page/page-keys.ts'
import { text } from './copy.ts'
import { list, type Neighbours } from './use-neighbours.ts'
import styles from './visits.module.css'

/** Links to the visits before and after this one; the left and right arrow keys follow them. */
export function Beside({ id: shown, of, previous, next }: Neighbours & { id: string }) {
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  const follow = useEffectEvent((key: 'previous' | 'next') => {
    // The address is ahead of what is drawn: a second press counts from the visit that the first one opened.
    const current = router.latestLocation.pathname.split('/').at(-1) ?? ''
    const beside = current === shown ? { previous, next } : of === 'list' ? rowsBeside(list, current) : undefined
    const id = beside?.[key]
    if (id === undefined) return
    // From there the link back leads to the row of the visit shown last.
    if (of === 'list') rememberOpenedRow(list, id)
    void router.navigate({ to: '/manage/visits/$id', params: { id } })
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isKeyOfPage(event, nav)) return
      if (event.code === 'ArrowLeft') follow('previous')
      else if (event.code === 'ArrowRight') follow('next')
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
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
