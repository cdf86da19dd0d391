import { useEffect, useRef } from 'react'
import { useStore } from 'zustand/react'
import { type ConnectionPhase, connectionPhase } from '../../live/connection-state.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { Pill } from '../components/controls.tsx'
import { useFeed } from '../feed/visit-feed.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { NewerBuild } from './NewerBuild.tsx'
import { SystemState } from './SystemState.tsx'
import styles from './shell.module.css'
import { useOnline } from './use-online.ts'

const labels: Record<ConnectionPhase, string> = {
  connecting: copy.link.connecting,
  open: copy.link.open,
  retrying: copy.link.retrying,
  stale: copy.link.retrying,
}

/**
 * Shows the system state and the state of the live connection; announces changes of the connection. At the session's maximum of
 * live connections `takeOver` ends the oldest.
 */
export function Footer({ takeOver }: { takeOver: () => void }) {
  const { connection } = useStore(useFeed())
  useServerNow(1_000)
  const online = useOnline()
  // The times of the connection are from this machine's clock.
  const phase = connectionPhase(connection, Date.now())
  const lost = phase === 'retrying' || phase === 'stale'
  useAnnounceChange(
    online ? (connection.full ? copy.link.full : lost ? copy.link.lost : copy.link.back) : copy.link.offline,
  )

  return (
    <footer className={styles.footer}>
      <NewerBuild />
      <SystemState />
      {online && connection.full ? (
        <span className={styles.newer}>
          {copy.link.full}
          <button type="button" onClick={takeOver}>
            {copy.link.takeOver}
          </button>
        </span>
      ) : online ? (
        <Pill tone={lost ? 'warn' : phase === 'open' ? 'ok' : 'neutral'}>{labels[phase]}</Pill>
      ) : (
        <span className={styles.offline}>{copy.link.offline}</span>
      )}
    </footer>
  )
}

/** Announces a sentence when it changes; not the first one. */
function useAnnounceChange(sentence: string): void {
  const before = useRef(sentence)
  useEffect(() => {
    if (before.current === sentence) return
    before.current = sentence
    announce(sentence)
  }, [sentence])
}
