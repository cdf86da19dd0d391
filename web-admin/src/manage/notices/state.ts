import type { NoticeSummary } from '@kingcar/contract'
import type { Tone } from '../components/controls.tsx'
import { text } from './copy.ts'

/** Label and tone: whether members see a notice now. `now` in epoch milliseconds. */
export function stateOf(
  { publishedAt }: Pick<NoticeSummary, 'publishedAt'>,
  now: number,
): { label: string; tone: Tone } {
  if (publishedAt === null) return { label: text.draft, tone: 'neutral' }
  return Date.parse(publishedAt) > now ? { label: text.scheduled, tone: 'warn' } : { label: text.published, tone: 'ok' }
}
