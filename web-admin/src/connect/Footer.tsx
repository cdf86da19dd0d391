import { useEffect, useSyncExternalStore } from 'react'
import { copy } from '../copy.ts'
import { toggleFullScreen } from '../kiosk/screen.ts'
import { soundOn, toggleSound, watchSound } from '../kiosk/sound.ts'
import { age } from './age.ts'
import styles from './connect.module.css'
import type { Arrival } from './live-message.ts'

/** How old the card is, and the two switches of the screen, by key or by finger. */
export function Footer({ shown, staleSince, now }: { shown: Arrival | null; staleSince: number | null; now: number }) {
  const sound = useSyncExternalStore(watchSound, soundOn)
  useKeys()
  return (
    <footer className={styles.footer}>
      {shown !== null && staleSince === null && <span>{copy.connect.read(age(now - shown.recognizedAt))}</span>}
      {staleSince !== null && (
        <span className={styles.stale}>{copy.connect.lastKnown(age(Date.now() - staleSince))}</span>
      )}
      <span className={styles.switches}>
        {document.fullscreenEnabled && (
          <button type="button" onClick={() => void toggleFullScreen()}>
            {copy.connect.fullScreen} <kbd>F</kbd>
          </button>
        )}
        <button type="button" aria-pressed={sound} onClick={toggleSound}>
          {sound ? copy.connect.sound : copy.connect.soundOff} <kbd>M</kbd>
        </button>
      </span>
    </footer>
  )
}

/** By position on the keyboard, since a Korean layout writes ㄹ and ㅡ there. */
function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.code === 'KeyF') void toggleFullScreen()
      if (event.code === 'KeyM') toggleSound()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
