import { isAllowedTarget } from '@kingcar/markdown'
import type { Editor } from '@tiptap/core'
import { type FormEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'

/** Completes a typed address to a link target (`mailto:`, `https://`); undefined if it is not an address. */
function addressOf(typed: string): string | undefined {
  const address = typed.trim()
  if (isAllowedTarget(address)) return address
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(address)) return `mailto:${address}`
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(address) ? `https://${address}` : undefined
}

/** Asks for the target of the selected text; without a selection, for the text too. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId()
  const [fault, setFault] = useState<string>()
  const { href } = editor.getAttributes('link')
  const isLink = editor.isActive('link')
  const { from, to } = editor.state.selection
  const asksText = editor.state.doc.textBetween(from, to) === '' && !isLink
  const close = (change?: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => {
    onClose()
    const chain = editor.chain().focus()
    ;(change?.(chain) ?? chain).run()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation() // otherwise the surrounding form would be submitted too
    const typed = new FormData(event.currentTarget)
    const address = addressOf(String(typed.get('address')))
    setFault(address === undefined ? text.linkFault : undefined)
    if (address === undefined) return
    const mark = { type: 'link', attrs: { href: address, title: null } }
    if (!asksText) return close((chain) => chain.extendMarkRange('link').setMark('link', mark.attrs))
    const words = String(typed.get('words')).trim() || address
    close((chain) => chain.insertContent({ type: 'text', text: words, marks: [mark] }))
  }
  // In a portal outside of the surrounding form: forms cannot be nested.
  return createPortal(
    <Dialog title={text.linkTitle} onClose={() => close()}>
      <form noValidate onSubmit={submit}>
        <Field id={`${id}-address`} label={text.linkAddress} hint={text.linkHint} fault={fault}>
          <input
            {...inField(`${id}-address`, fault)}
            name="address"
            inputMode="url"
            autoComplete="off"
            data-autofocus
            defaultValue={typeof href === 'string' ? href : ''}
          />
        </Field>
        {asksText && (
          <Field id={`${id}-words`} label={text.linkText}>
            <input {...inField(`${id}-words`, undefined)} name="words" autoComplete="off" />
          </Field>
        )}
        <DialogActions>
          {isLink && (
            <Button tone="danger" onClick={() => close((chain) => chain.extendMarkRange('link').unsetMark('link'))}>
              {text.linkRemove}
            </Button>
          )}
          <Button onClick={() => close()}>{copy.actions.cancel}</Button>
          <Button type="submit" tone="primary">
            {text.linkApply}
          </Button>
        </DialogActions>
      </form>
    </Dialog>,
    document.body,
  )
}
