import type { FormEventHandler, ReactNode, Ref } from 'react'
import { Logo } from '../ui/Logo.tsx'
import styles from './login.module.css'

type CardProps = {
  title: string
  subtitle: string
  form?: Ref<HTMLFormElement>
  onSubmit: FormEventHandler<HTMLFormElement>
  onInput?: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The form of a page before a session, in the middle of the window. */
export const Card = ({ title, subtitle, form, onSubmit, onInput, children }: CardProps) => (
  <main className={styles.page}>
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-labelledby="login-title"
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <header className={styles.header}>
        <Logo className={styles.logo} />
        <h1 id="login-title">{title}</h1>
        <p>{subtitle}</p>
      </header>
      {children}
    </form>
  </main>
)
