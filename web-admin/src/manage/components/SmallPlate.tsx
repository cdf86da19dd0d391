import { Plate } from '../../ui/plate/Plate.tsx'
import styles from './small-plate.module.css'

/** A number plate in the size for lists. */
export const SmallPlate = ({ carNumber }: { carNumber: string }) => (
  <span className={styles.plate}>
    <Plate carNumber={carNumber} />
  </span>
)
