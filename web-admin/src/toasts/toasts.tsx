import { useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { ToastContainer, type ToastTransitionProps, toast } from 'react-toastify/unstyled'
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
  /** Beside the sentence. */
  note?: string
  /** Milliseconds that it stays for; somewhat longer than a sentence alone where absent. */
  stays?: number
}

/** Shows a sentence for a while, in place of the one before. */
export const notify = {
  success: (text: string, offer?: Offer) => show('success', text, offer),
  error: (text: string, offer?: Offer) => show('error', text, offer),
}

function show(type: 'success' | 'error', text: string, offer?: Offer): void {
  toast.dismiss()
  if (offer === undefined) return void toast[type](text)
  const { label, run, note, stays = 10_000 } = offer
  toast[type](
    <span className="toast-offer">
      <span>
        {text}
        {note !== undefined && <small>{note}</small>}
      </span>
      <button type="button" onClick={run}>
        {label}
      </button>
    </span>,
    { autoClose: stays },
  )
}
