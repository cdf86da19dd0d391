import { lazy, Suspense } from 'react'
import { text } from './copy.ts'
import styles from './editor.module.css'

const Rendered = lazy(() => import('./Rendered.tsx').then((module) => ({ default: module.Rendered })))

/** Markdown, rendered as members see it. */
export function MarkdownView({ markdown }: { markdown: string }) {
  if (markdown.trim() === '') return <p className={styles.nothing}>{text.previewEmpty}</p>
  return (
    <Suspense fallback={<p className={styles.nothing}>{text.loading}</p>}>
      <Rendered markdown={markdown} />
    </Suspense>
  )
}
