import { type RefObject, useEffect, useRef, useState } from 'react'

/** Moves the focus to the first field of a form that has a fault, once its words are there: with the next render once it is wanted. */
export function useFaultyField(form: RefObject<HTMLFormElement | null>): (wanted: boolean) => void {
  const isWanted = useRef(false)
  useEffect(() => {
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!isWanted.current || !faulty) return
    isWanted.current = false
    faulty.focus()
  })
  return (wanted) => {
    isWanted.current = wanted
  }
}

type HoldWhile = <T>(task: () => Promise<T>) => Promise<T>

/** Runs a task while which a form may lose the focus: whoever is still here when it is over goes on where they were. */
export function useHeldFocus(): [isHeld: boolean, holdWhile: HoldWhile] {
  const [isHeld, setHeld] = useState(false)
  const held = useRef<Element>(null)
  useEffect(() => {
    if (!isHeld && document.activeElement === document.body && held.current instanceof HTMLElement) held.current.focus()
  }, [isHeld])

  const holdWhile: HoldWhile = async (task) => {
    held.current = document.activeElement
    setHeld(true)
    try {
      return await task()
    } finally {
      setHeld(false)
    }
  }
  return [isHeld, holdWhile]
}
