import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { announce } from '../page/announce.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'

/** Milliseconds of loading before the bar appears. */
const patience = 300

/** A thin bar while a page is loading for a noticeable time. */
export function PendingBar() {
  const slow = useSlowNavigation()
  useEffect(() => {
    if (slow) announce(copy.loading)
  }, [slow])
  return slow && <div className={styles.pending} />
}

function useSlowNavigation(): boolean {
  const router = useRouter()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      setSlow(false)
    }
    const started = router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      settle()
      if (pathChanged) timer = setTimeout(() => setSlow(true), patience)
    })
    const ended = router.subscribe('onResolved', settle)
    return () => {
      started()
      ended()
      clearTimeout(timer)
    }
  }, [router])
  return slow
}
