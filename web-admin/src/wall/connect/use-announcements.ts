import { type RefObject, useEffect, useRef, useState } from 'react'
import { chime } from '../kiosk/sound.ts'
import { announcement } from './announcement.ts'
import type { VisitCardState } from './visit-card-state.ts'

/** Minimum milliseconds between announcements; of several arrivals in between, only the last is announced. */
const minPause = 3_000

/** Text for screen readers; the number distinguishes repeated texts. */
export type Spoken = { text: string; number: number }

/**
 * Plays the chime for each visit that enters, or with `speaks` a spoken welcome, and returns the announcement for screen
 * readers.
 */
export function useAnnouncements({ entrance, greetings, uses, shown }: VisitCardState, speaks: boolean): Spoken {
  const [spoken, setSpoken] = useState<Spoken>({ text: '', number: 0 })
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  const announced = useRef({ greetings: 0, uses: 0 })
  const card = useRef(shown)
  card.current = shown

  const voice = useVoice(speaks)

  useEffect(() => {
    const { current: visit } = card
    if (entrance === 0 || visit === null) return
    if (visit.test || voice.current === undefined) chime()
    else voice.current.welcome(visit.name, chime)
  }, [entrance, voice])

  useEffect(() => {
    const { current: before } = announced
    if (greetings === before.greetings && uses === before.uses) return
    const say = () => {
      const visit = greetings !== announced.current.greetings
      announced.current = { greetings, uses }
      const text = card.current === null ? '' : announcement(card.current, visit)
      if (text === '') return
      spokenAt.current = performance.now()
      setSpoken(({ number }) => ({ text, number: number + 1 }))
    }
    const timer = setTimeout(say, Math.max(0, spokenAt.current + minPause - performance.now()))
    return () => clearTimeout(timer)
  }, [greetings, uses])

  return spoken
}

type Voice = typeof import('../kiosk/voice.ts')

/** The voice module, loaded when wanted. Until it is loaded the chime is played instead. */
function useVoice(wanted: boolean): RefObject<Voice | undefined> {
  const voice = useRef<Voice>(undefined)
  useEffect(() => {
    if (!wanted) return
    let left = false
    void import('../kiosk/voice.ts').then(
      (loaded) => {
        if (!left) voice.current = loaded
      },
      () => undefined,
    )
    return () => {
      left = true
      voice.current = undefined
    }
  }, [wanted])
  return voice
}
