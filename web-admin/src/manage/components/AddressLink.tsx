import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type AddressLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  href: string
  /** Also if the link opens in another tab. */
  onFollow?: () => void
}

/**
 * A link to an address of this console, taken literally with its search parameters. For rows of lists, too: a `Link` of the router
 * builds its address again whenever any parameter changes, which hundreds of rows would do at each sort.
 */
export function AddressLink({ href, onFollow, ...props }: AddressLinkProps) {
  const router = useRouter()
  return (
    <a
      {...props}
      href={href}
      onClick={(event: MouseEvent) => {
        onFollow?.()
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        router.history.push(href)
      }}
    />
  )
}
