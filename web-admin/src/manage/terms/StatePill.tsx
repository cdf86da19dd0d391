import { Pill } from '../components/controls.tsx'
import { text } from './copy.ts'
import type { TermsState } from './state.ts'

const tones = { scheduled: 'warn', inForce: 'ok', past: 'neutral' } as const

export const StatePill = ({ state }: { state: TermsState }) => <Pill tone={tones[state]}>{text[state]}</Pill>
