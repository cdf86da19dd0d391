import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { type Id, ToastContainer, type ToastTransitionProps, toast } from 'react-toastify/unstyled'
import { copy } from '../copy.ts'
import './toasts.css'

/*
 * Toasts have a React root of their own beside the pages: they outlast the page that raised them, and pages without toasts
 * do not download this module. The root element is a live region that exists before the first toast: screen readers do not
 * announce a live region that is created together with its text (react-toastify issue 1122). There is no close button; a
 * click anywhere on a toast closes it. The unstyled build of react-toastify writes no style element, which the content
 * security policy would block.
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

/** The stylesheet animates the entrance; the exit is immediate. */
function Appear({ children, isIn, done, playToast }: ToastTransitionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer of a toast starts once
  useLayoutEffect(() => playToast(), [])
  useEffect(() => {
    if (!isIn) done()
  }, [isIn, done])
  return children
}

/** An action that a toast offers. */
type Offer = {
  label: string
  run: () => void
  /** Keyboard shortcut of the action, in the syntax of `aria-keyshortcuts`. */
  keys?: string
}

/** Milliseconds that a toast with an action stays. */
const actionDuration = 10_000
let last: Id | undefined

export const notify = {
  /** Shows a sentence; it replaces the previous toast. */
  success: (text: string, offer?: Offer) => show('success', text, offer),
  error: (text: string, offer?: Offer) => show('error', text, offer),
  /** Shows a failure with further content, such as the request id to copy. */
  failure: (text: string, details: ReactNode) => {
    dismissLast()
    last = toast.error(
      <div className="toast-offer" role="alert">
        {text}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click on the details must not close the toast */}
        <div onClick={(event) => event.stopPropagation()}>{details}</div>
      </div>,
      { autoClose: actionDuration },
    )
  },
  /** Shows a toast with an action until the returned function is called; later toasts do not replace it. */
  offer: (text: string, offer: Offer): (() => void) => {
    dismissLast()
    const id = toast.success(<WithOffer text={text} {...offer} />, { autoClose: false, closeOnClick: false })
    return () => toast.dismiss(id)
  },
}

function show(type: 'success' | 'error', text: string, offer?: Offer): void {
  dismissLast()
  last =
    offer === undefined
      ? toast[type](text)
      : toast[type](<WithOffer text={text} {...offer} />, { autoClose: actionDuration })
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
