import { Link } from '@tanstack/react-router'
import { Logo } from '../ui/Logo.tsx'
import { copy } from './copy.ts'
import styles from './login.module.css'

/** A page before a session that has a text instead of a form. */
export const Message = ({ title, toLogin, children }: { title: string; toLogin: boolean; children: string }) => (
  <main className={styles.page}>
    <div className={styles.form}>
      <div className={styles.header}>
        <Logo className={styles.logo} />
        <h1>{title}</h1>
        <p role="status">{children}</p>
      </div>
      {toLogin && (
        <Link to="/login" className={styles.link}>
          {copy.toLogin}
        </Link>
      )}
    </div>
  </main>
)
