import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { type Id, ToastContainer, type ToastTransitionProps, toast } from 'react-toastify/unstyled'
import { copy } from '../copy.ts'
import './toasts.css'

/*
 * Toasts live beside the pages, in a root of their own: they outlast the page that raised them, and pages that raise none
 * do not download them. The element is a live region that stands before its first toast: a toast with a role of its own
 * is created together with its text, which screen readers pass over (react-toastify issue 1122). There is no close
 * button; a click anywhere on a toast closes it. The unstyled build writes no style element, which the content policy
 * would refuse.
 */
const region = document.createElement('div')
region.role = 'status'
region.ariaLive = 'polite'
document.body.append(region)

createRoot(region).render(
  <ToastContainer
    position="top-center"
    autoClose={4000}
    closeButton={false}
    closeOnClick
    pauseOnFocusLoss={false}
    role="group"
    aria-label={copy.toasts}
    transition={Appear}
  />,
)

/** Enters by stylesheet and leaves at once. */
function Appear({ children, isIn, done, playToast }: ToastTransitionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock of a toast starts once
  useLayoutEffect(() => playToast(), [])
  useEffect(() => {
    if (!isIn) done()
  }, [isIn, done])
  return children
}

/** What can be done about what a toast says. */
type Offer = {
  label: string
  run: () => void
  /** Keys that do the same, as `aria-keyshortcuts` names them. */
  keys?: string
}

/** Milliseconds for a toast that can be answered. */
const longer = 10_000
let last: Id | undefined

/** Says something. */
export const notify = {
  /** Shows a sentence for a while, in place of the one before. */
  success: (text: string, offer?: Offer) => show('success', text, offer),
  error: (text: string, offer?: Offer) => show('error', text, offer),
  /** With what can be taken along of a failure. */
  failure: (text: string, along: ReactNode) => {
    dismissLast()
    last = toast.error(
      <div className="toast-offer">
        {text}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keeps a press on what is in it from closing the toast */}
        <div onClick={(event) => event.stopPropagation()}>{along}</div>
      </div>,
      { autoClose: longer },
    )
  },
  /** Shows what can be done until what is returned is called, whatever else is said meanwhile. */
  offer: (text: string, offer: Offer): (() => void) => {
    dismissLast()
    const id = toast.success(<WithOffer text={text} {...offer} />, { autoClose: false, closeOnClick: false })
    return () => toast.dismiss(id)
  },
}

function show(type: 'success' | 'error', text: string, offer?: Offer): void {
  dismissLast()
  last =
    offer === undefined ? toast[type](text) : toast[type](<WithOffer text={text} {...offer} />, { autoClose: longer })
}

function dismissLast(): void {
  if (last !== undefined) toast.dismiss(last)
}

const WithOffer = ({ text, label, run, keys }: Offer & { text: string }) => (
  <span className="toast-offer">
    {text}
    <button type="button" onClick={run} aria-keyshortcuts={keys}>
      {label}
      {keys !== undefined && <kbd>{keys.replace('Control', 'Ctrl')}</kbd>}
    </button>
  </span>
)
