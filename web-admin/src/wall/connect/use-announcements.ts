import { type RefObject, useEffect, useRef, useState } from 'react'
import { chime } from '../kiosk/sound.ts'
import { announcement } from './announcement.ts'
import type { Latest } from './visit-card-state.ts'

/** Milliseconds in which of several arrivals only the last is spoken. */
const pause = 3_000

/** What screen readers are to say; the number makes the same words news. */
export type Spoken = { text: string; number: number }

/** Chimes for each car that enters, or `speaks` a welcome, and returns what is to be said: the first at once, then the last of each pause. */
export function useArrivals({ entrance, greetings, uses, shown }: Latest, speaks: boolean): Spoken {
  const [spoken, setSpoken] = useState<Spoken>({ text: '', number: 0 })
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  const told = useRef({ greetings: 0, uses: 0 })
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
    const { current: before } = told
    if (greetings === before.greetings && uses === before.uses) return
    const say = () => {
      const visit = greetings !== told.current.greetings
      told.current = { greetings, uses }
      const text = card.current === null ? '' : announcement(card.current, visit)
      if (text === '') return
      spokenAt.current = performance.now()
      setSpoken(({ number }) => ({ text, number: number + 1 }))
    }
    const timer = setTimeout(say, Math.max(0, spokenAt.current + pause - performance.now()))
    return () => clearTimeout(timer)
  }, [greetings, uses])

  return spoken
}

type Voice = typeof import('../kiosk/voice.ts')

/** The voice, once it is wanted and has been loaded; while it is not there, the chime does. */
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
