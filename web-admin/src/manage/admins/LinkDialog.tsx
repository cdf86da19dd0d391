import type { ComponentProps } from 'react'
import { SecretDialog } from '../components/SecretDialog.tsx'

type LinkDialogProps = Omit<ComponentProps<typeof SecretDialog>, 'secret'> & {
  /** A path is one of this console. Null if the response with the link was lost. */
  link: string | null
}

/** Shows a link that is not stored. */
export const LinkDialog = ({ link, ...dialog }: LinkDialogProps) => (
  <SecretDialog {...dialog} secret={link && new URL(link, location.origin).href} />
)
