import type { OrderState } from '@kingcar/contract'
import { Pill } from '../components/controls.tsx'
import { orderStateBadges } from '../components/state-badges.ts'

export function OrderStatePill({ state }: { state: OrderState }) {
  const [label, tone] = orderStateBadges[state]
  return <Pill tone={tone}>{label}</Pill>
}
