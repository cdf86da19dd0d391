import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { Button } from '../components/controls.tsx'
import { Icon } from '../components/Icon.tsx'
import { text } from './copy.ts'
import styles from './home.module.css'
import type { Step, FirstSteps as Steps } from './use-first-steps.ts'

const labels = text.firstSteps

/** The page of each step. */
const pages: Record<Step, NonNullable<LinkProps['to']>> = {
  store: '/manage/stores/new',
  device: '/manage/devices',
  read: '/manage/devices',
  screen: '/manage/screens',
  product: '/manage/products/new',
  terms: '/manage/terms',
  staff: '/manage/admins',
}

/** What a new business has to do until it greets its first car; gone when all is done. */
export function FirstSteps({ done, hide }: Steps) {
  const id = useId()
  const all = Object.keys(pages) as Step[]
  const next = all.find((step) => !done.has(step))
  return (
    <section className={styles.steps} aria-labelledby={id}>
      <h2 id={id}>{labels.title(done.size, all.length)}</h2>
      <ol>
        {all.map((step) => (
          <li
            key={step}
            className={done.has(step) ? styles.done : undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className={styles.mark}>{done.has(step) && <Icon sign="tick" />}</span>
            {done.has(step) ? (
              <span>
                {labels.steps[step].title} <span className={styles.spoken}>{labels.done}</span>
              </span>
            ) : (
              <span>
                <Link to={pages[step]}>{labels.steps[step].title}</Link>
                <small>{labels.steps[step].why}</small>
              </span>
            )}
          </li>
        ))}
      </ol>
      <Button onClick={hide}>{labels.hide}</Button>
    </section>
  )
}
