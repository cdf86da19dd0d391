import { type ReactNode, useState } from 'react'

type SteadyProps = {
  isPending: boolean
  /** Class of the element that is shown while it is pending. */
  className: string | undefined
  children: ReactNode
}

/**
 * Parts of a page that appear together when all have their height, so that none jumps. Once shown they stay, even while
 * other data is loaded into them.
 */
export function Steady({ isPending, className, children }: SteadyProps) {
  const [wasShown, setShown] = useState(!isPending)
  if (!isPending && !wasShown) setShown(true)
  return wasShown ? children : <div className={className} aria-busy role="status" />
}
