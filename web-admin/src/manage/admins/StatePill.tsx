import { Pill } from '../components/controls.tsx'
import { text } from './copy.ts'

export const StatePill = ({ disabled }: { disabled: boolean }) =>
  disabled ? <Pill tone="neutral">{text.disabled}</Pill> : <Pill tone="ok">{text.enabled}</Pill>
