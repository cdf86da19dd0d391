import { useEffect, useRef } from 'react'
import { useStore } from 'zustand/react'
import { type LinkPhase, linkPhase } from '../../live/connection-state.ts'
import { useNow } from '../api/use-server-now.ts'
import { Pill } from '../components/controls.tsx'
import { useFeed } from '../feed/visit-feed.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { NewerBuild } from './NewerBuild.tsx'
import { SystemState } from './SystemState.tsx'
import styles from './shell.module.css'
import { useOnline } from './use-online.ts'

const words: Record<LinkPhase, string> = {
  connecting: copy.link.connecting,
  open: copy.link.open,
  retrying: copy.link.retrying,
  stale: copy.link.retrying,
}

/** How the service is doing and how live these screens are, in words, and spoken when that changes. */
export function Footer() {
  const { link } = useStore(useFeed())
  useNow(1_000)
  const online = useOnline()
  // The link's times are by this machine's clock.
  const phase = linkPhase(link, Date.now())
  const lost = phase === 'retrying' || phase === 'stale'
  useSpoken(online ? (lost ? copy.link.lost : copy.link.back) : copy.link.offline)

  return (
    <footer className={styles.footer}>
      <NewerBuild />
      <SystemState />
      {online ? (
        <Pill tone={lost ? 'warn' : phase === 'open' ? 'ok' : 'neutral'}>{words[phase]}</Pill>
      ) : (
        <span className={styles.offline}>{copy.link.offline}</span>
      )}
    </footer>
  )
}

/** Speaks a sentence when it changes; the first one goes without saying. */
function useSpoken(sentence: string): void {
  const before = useRef(sentence)
  useEffect(() => {
    if (before.current === sentence) return
    before.current = sentence
    announce(sentence)
  }, [sentence])
}
