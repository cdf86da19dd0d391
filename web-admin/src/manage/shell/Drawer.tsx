import { useRef } from 'react'
import { Icon } from '../components/Icon.tsx'
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
        <Icon sign="menu" size={24} />
      </button>
      <dialog ref={drawer} className={styles.drawer} aria-label={copy.navigation.label}>
        <button type="button" className={styles.closer} aria-label={copy.navigation.close} onClick={close}>
          <Icon sign="cross" size={24} />
        </button>
        <Navigation onChosen={close} />
      </dialog>
    </>
  )
}
