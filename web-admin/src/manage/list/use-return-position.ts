import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberView, takeOpenedRow } from './return-position.ts'

/**
 * Remembers the address of a list, and on return focuses the row that was opened. Addresses are stored by path, because during
 * a navigation the location is already that of the next page.
 */
export function useReturnPosition(loaded: boolean): void {
  const { pathname, href } = useLocation()
  useEffect(() => rememberView(pathname, href), [pathname, href])
  useEffect(() => {
    const opened = loaded ? takeOpenedRow(pathname) : undefined
    if (opened !== undefined) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(opened)}"]`)?.focus()
  }, [loaded, pathname])
}
