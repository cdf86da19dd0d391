import type { OrderState } from '@kingcar/contract'
import { Pill } from '../components/controls.tsx'
import { orderStateLabels } from '../components/state-labels.ts'

export function OrderStatePill({ state }: { state: OrderState }) {
  const [label, tone] = orderStateLabels[state]
  return <Pill tone={tone}>{label}</Pill>
}
