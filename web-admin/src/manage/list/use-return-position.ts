import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberView, takeOpenedRow } from './return-position.ts'

/**
 * Notes where a list stands, and leads whoever comes back to the row that they had opened. While the next page is fetched the
 * address is already that page's: a view is kept under its own path.
 */
export function useReturnPosition(loaded: boolean): void {
  const { pathname, href } = useLocation()
  useEffect(() => rememberView(pathname, href), [pathname, href])
  useEffect(() => {
    const opened = loaded ? takeOpenedRow(pathname) : undefined
    if (opened !== undefined) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(opened)}"]`)?.focus()
  }, [loaded, pathname])
}
