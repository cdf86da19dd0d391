import { useRef } from 'react'
import { copy } from '../text/copy.ts'
import { Navigation } from './Navigation.tsx'
import styles from './shell.module.css'

/** The navigation as a drawer, on narrow screens. */
export function Drawer() {
  const drawer = useRef<HTMLDialogElement>(null)
  const close = () => drawer.current?.close()
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-label={copy.navigation.open}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <Icon path="M4 7h16M4 12h16M4 17h16" />
      </button>
      <dialog ref={drawer} className={styles.drawer} aria-label={copy.navigation.label}>
        <button type="button" className={styles.closer} aria-label={copy.navigation.close} onClick={close}>
          <Icon path="M6 6l12 12M18 6L6 18" />
        </button>
        <Navigation onChosen={close} />
      </dialog>
    </>
  )
}

const Icon = ({ path }: { path: string }) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden
  >
    <path d={path} />
  </svg>
)
