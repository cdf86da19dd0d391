import { type RefObject, useEffect, useRef } from 'react'
import { isKeyOfPage } from '../page/page-keys.ts'

/** What the keys of the page do. */
export type ReviewKeys = { choose: (at: number) => void; dismiss: () => void; move: (by: number) => void }

const digits = /^(?:Digit|Numpad)([1-5])$/

/**
 * Enter accepts the first choice, 1 to 5 choose, D dismisses, the arrows move. The position of a key decides, so that
 * the keys work in the Korean layout. They work while the focus is in the card, or on an element without keys of its
 * own: not in a field, and Enter not on a button or link. A key that is held down counts once.
 */
export function useReviewKeys(card: RefObject<HTMLElement | null>, keys: ReviewKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (isKeyOfPage(event, card) && act(event)) event.preventDefault()
    }
    const act = ({ code, target }: KeyboardEvent): boolean => {
      const { choose, dismiss, move } = latest.current
      const digit = digits.exec(code)?.[1]
      if (digit !== undefined) choose(Number(digit) - 1)
      else if (/^(Numpad)?Enter$/.test(code) && !(target instanceof Element && target.matches('button, a'))) choose(0)
      else if (code === 'KeyD') dismiss()
      else if (code === 'ArrowLeft') move(-1)
      else if (code === 'ArrowRight') move(1)
      else return false
      return true
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [card])
}
