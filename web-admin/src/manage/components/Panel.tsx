import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

type PanelProps = {
  title: string
  /** Beside the title: what can be done, or the way to more of it. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page under a title of its own. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** Panels beside each other where there is room. */
export const Panels = ({ children }: { children: ReactNode }) => <div className={styles.panels}>{children}</div>

/** What is known of a thing: names and values. What is not known is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter((fact) => fact !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
