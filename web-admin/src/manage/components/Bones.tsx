import { copy } from '../text/copy.ts'
import styles from './bones.module.css'
import controls from './controls.module.css'

const all = ['1', '2', '3', '4', '5', '6', '7', '8']

/** A skeleton of what is loading: rows of a list, cards in an order of their own, or fields with their labels. */
export const Bones = ({ kind, count }: { kind: 'rows' | 'cards' | 'fields'; count: number }) => (
  <div className={styles[kind]} aria-busy role="status">
    <span className={controls.unseen}>{copy.pages.loading}</span>
    {all.slice(0, count).map((key) => (
      <span key={key} className={styles.part} />
    ))}
  </div>
)
