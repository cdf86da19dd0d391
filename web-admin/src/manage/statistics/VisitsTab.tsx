import { exportVisitFigures, type GetVisitFiguresResult } from '@kingcar/client'
import { text as chartText } from '../charts/copy.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { amount, percent } from '../text/format.ts'
import { text } from './copy.ts'
import { HourChart } from './HourChart.tsx'
import { maxDaysWithHours } from './range.ts'
import { type Scope, type Shown, Tab } from './Tab.tsx'
import { useHours, useVisitFigures } from './use-statistics.ts'
import { WeekMap } from './WeekMap.tsx'

const labels = text.visits
const cars = (n: number) => chartText.cars(amount(n))

const figures: Shown<GetVisitFiguresResult['total']>[] = [
  { title: labels.visits, text: ({ visits }) => cars(visits), value: ({ visits }) => visits },
  {
    title: labels.returning,
    text: ({ returning, visits }) => labels.share(percent(returning, visits), cars(returning)),
    value: ({ returning }) => returning,
  },
  {
    title: labels.guests,
    text: ({ guests, visits }) => labels.share(percent(guests, visits), cars(guests)),
    value: ({ guests }) => guests,
  },
  {
    title: labels.stay,
    text: ({ averageStayMinutes }) =>
      averageStayMinutes === null ? labels.noStay : labels.minutes(amount(averageStayMinutes)),
    note: ({ stays }) => (stays === 0 ? labels.noExit : labels.stays(amount(stays))),
  },
]

/** Visits of a range: how many, when, and at which stores. */
export function VisitsTab({ scope }: { scope: Scope }) {
  const { range, today, storeId, by, compareWith } = scope
  const { from, to, days } = range
  const of = { from, to, compareWith, ...(storeId !== undefined && { storeId }) }
  const series = { ...of, by }
  const groups = { from, to, compareWith, by: 'store' } as const
  const found = useVisitFigures(series, groups, from <= today && today <= to)
  const withHours = days > 1 && days <= maxDaysWithHours
  const visits = useHours({ range, today, storeId, enabled: withHours })
  const failure = visits.error === null ? undefined : { cause: visits.error, retry: visits.refetch }
  return (
    <Tab
      scope={scope}
      {...found}
      figures={figures}
      titles={{ series: labels.series(text.by[by]), groups: text.stores.title, group: text.stores.store }}
      value={(each) => each.visits}
      inUnit={cars}
      csv={{
        series: <CsvButton op={exportVisitFigures} input={series} name={labels.file} />,
        groups: <CsvButton op={exportVisitFigures} input={groups} name={labels.file} />,
      }}
    >
      {withHours && <HourChart hours={visits.hours} failure={failure} />}
      {withHours && <WeekMap hours={visits.hours} failure={failure} />}
    </Tab>
  )
}
