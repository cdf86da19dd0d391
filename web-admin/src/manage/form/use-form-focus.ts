import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns a function that requests the focus for the first faulty field; it moves with the next render that shows a fault. */
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

/** Returns a function that runs a task during which the form may lose the focus, and restores the focus afterwards. */
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
