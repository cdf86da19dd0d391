import type { Banner } from '@kingcar/contract'
import type { Tone } from '../components/controls.tsx'
import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'

/** Label and tone: whether members see a banner now. `now` in epoch milliseconds. */
export function stateOf({ visible, startsAt, endsAt }: Banner, now: number): { label: string; tone: Tone } {
  if (!visible) return { label: text.hidden, tone: 'neutral' }
  if (endsAt !== null && Date.parse(endsAt) <= now) return { label: text.over, tone: 'neutral' }
  if (startsAt !== null && Date.parse(startsAt) > now) return { label: text.planned, tone: 'warn' }
  return { label: text.shown, tone: 'ok' }
}

/** The display period as text. */
export function periodOf({ startsAt, endsAt }: Pick<Banner, 'startsAt' | 'endsAt'>): string {
  if (startsAt !== null && endsAt !== null) return text.between(momentOf(startsAt), momentOf(endsAt))
  if (startsAt !== null) return text.from(momentOf(startsAt))
  return endsAt === null ? text.always : text.until(momentOf(endsAt))
}
