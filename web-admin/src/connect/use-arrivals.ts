import { useEffect, useRef, useState } from 'react'
import { copy } from '../copy.ts'
import { chime } from '../kiosk/sound.ts'
import { spokenPlate } from '../plate/layout.ts'
import type { Latest } from './latest.ts'

/** Milliseconds in which of several arrivals only the last is spoken. */
const pause = 3_000

/** Chimes for each car that enters, and returns what screen readers are to say: the first at once, then the last of each pause. */
export function useArrivals({ entrance, shown }: Latest): string {
  const [text, setText] = useState('')
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the visit on show is no arrival
  useEffect(() => {
    if (shown === null) return
    if (!shown.late) chime()
    const timer = setTimeout(
      () => {
        spokenAt.current = performance.now()
        setText(
          copy.connect.visited(shown.name, spokenPlate(shown.carNumber), shown.visitCount.toLocaleString('ko-KR')),
        )
      },
      Math.max(0, spokenAt.current + pause - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [entrance])

  return text
}
