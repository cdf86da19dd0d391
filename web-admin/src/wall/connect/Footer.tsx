import { Link } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { session } from '../../api/api.ts'
import type { Arrival } from '../../live/live-message.ts'
import { age } from '../../ui/age.ts'
import { toggleFullScreen } from '../kiosk/display.ts'
import { soundState, toggleSound, unlockSound, watchSound } from '../kiosk/sound.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'

type FooterProps = {
  shown: Arrival | null
  /** Visits that lost the card, the newest first. */
  recent: readonly Arrival[]
  staleSince: number | null
  now: number
  /** Whether to show the buttons for sound and full screen. */
  switches: boolean
}

/** Age of the card, the visits before it, a hint when the sound is locked, and the switches for full screen (F) and sound (M). */
export function Footer({ shown, recent, staleSince, now, switches }: FooterProps) {
  const sound = useSyncExternalStore(watchSound, soundState)
  useKeysAndTaps()
  return (
    <footer className={styles.footer}>
      <ol className={styles.recent} aria-label={copy.recent}>
        {recent.map(({ visitId, name, carNumber }) => (
          <li key={visitId}>
            <b className={styles.recentName}>{name}</b>
            {copy.suffix} {carNumber}
          </li>
        ))}
      </ol>
      <span>
        {shown !== null && staleSince === null && copy.read(age(now - shown.recognizedAt))}
        {staleSince !== null && <span className={styles.stale}>{copy.lastKnown(age(Date.now() - staleSince))}</span>}
      </span>
      <span>
        {sound === 'locked' && (
          <span className={`${styles.pill} ${styles.warn}`}>
            {copy.soundOff} <span className={styles.detail}>{copy.unlockSound}</span>
          </span>
        )}
      </span>
      {switches && (
        <span className={styles.switches}>
          {!session.isScreen() && (
            <Link to="/manage" className={styles.wayBack}>
              {copy.manage}
            </Link>
          )}
          {document.fullscreenEnabled && (
            <button type="button" onClick={() => void toggleFullScreen()}>
              {copy.fullScreen} <kbd>F</kbd>
            </button>
          )}
          <button type="button" aria-pressed={sound === 'on'} onClick={toggleSound}>
            {sound === 'off' ? copy.soundOff : copy.sound} <kbd>M</kbd>
          </button>
        </span>
      )}
    </footer>
  )
}

/**
 * Ignores buttons, which handle their own clicks. Otherwise a press on the sound button would unlock the sound and its
 * click would switch it off.
 */
const onButton = ({ target }: Event) => target instanceof Element && target.closest('button') !== null

/** Keys are matched by position, because a Korean layout types ㄹ and ㅡ there. Any other key or a tap unlocks the sound. */
function useKeysAndTaps(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.code === 'KeyM') return toggleSound()
      if (event.code === 'KeyF') void toggleFullScreen()
      tap(event)
    }
    const tap = (event: Event) => {
      if (!onButton(event)) unlockSound()
    }
    unlockSound() // works when the browser allows autoplay, as kiosk browsers are configured to
    window.addEventListener('keydown', press)
    window.addEventListener('pointerup', tap)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('pointerup', tap)
    }
  }, [])
}
