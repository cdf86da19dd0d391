import { useEffect, useRef } from 'react'

/** Ctrl+S saves, wherever the focus is. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') !== null) return
      if (!event.isComposing) return latest.current()
      // The syllable in composition is part of the text to save; the field has it after `compositionend`.
      const composed = () => setTimeout(() => latest.current())
      window.addEventListener('compositionend', composed, { once: true, signal: gone.signal })
    }
    const gone = new AbortController()
    window.addEventListener('keydown', pressed, { signal: gone.signal })
    return () => gone.abort()
  }, [])
}
