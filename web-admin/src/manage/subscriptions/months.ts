import type { GetSubscriptionFiguresResult } from '@kingcar/client'

type Row = GetSubscriptionFiguresResult['rows'][number]
type Figures = Row['figures']

/** A month `2026-11`, `months` earlier. */
export function monthBefore(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - months)
  return at.toISOString().slice(0, 'YYYY-MM'.length)
}

/** All that ended, for whatever reason. */
export const endedOf = ({ endedByStop, endedByDunning, endedByLeave, endedOtherwise }: Figures): number =>
  endedByStop + endedByDunning + endedByLeave + endedOtherwise

export type Month = { key: string; partial: boolean; figures: Figures; churn: number | undefined }

/**
 * The months after the first one, which is only needed for the churn of the second. The churn is the share of the
 * subscriptions active at the beginning of a month that ended in it; undefined if none were active.
 */
export function monthsOf(rows: readonly Row[]): Month[] {
  return rows.slice(1).map(({ key, partial, figures }, at) => {
    const active = rows[at]?.figures.active ?? 0
    return { key, partial, figures, churn: active === 0 ? undefined : endedOf(figures) / active }
  })
}
