import { useEffect } from 'react'
import { copy } from './copy.ts'

/** Sets the title of the tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${copy.product}`
  }, [title])
}
