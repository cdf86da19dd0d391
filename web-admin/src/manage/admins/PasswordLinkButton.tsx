import { createPasswordLink } from '@kingcar/client'
import type { Admin } from '@kingcar/contract'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { Button } from '../components/controls.tsx'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { text } from './copy.ts'
import { LinkDialog } from './LinkDialog.tsx'

/** Makes a link with which another administrator sets a password, and shows it once. */
export function PasswordLinkButton({ admin: { id, name } }: { admin: Admin }) {
  const [link, setLink] = useState<string>()
  const making = useToastedAction(text.password.failed, async () =>
    setLink((await call(createPasswordLink, { id })).link),
  )
  return (
    <>
      <Button busy={making.busy} onClick={() => making.act()}>
        {text.password.make}
      </Button>
      {link !== undefined && (
        <LinkDialog
          {...{ link, title: text.password.title(name), text: text.password.text, label: text.password.link }}
          lost={text.password.failed}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  )
}
