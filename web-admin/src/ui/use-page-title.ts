import { useEffect } from 'react'
import { copy } from './copy.ts'

/** Names the tab after the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${copy.product}`
  }, [title])
}
