import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type AddressLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { href: string }

/** A link to an address of this console, taken literally with its search parameters. */
export function AddressLink({ href, ...props }: AddressLinkProps) {
  const router = useRouter()
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        router.history.push(href)
      }}
    />
  )
}
