import { type DemoData, type DemoPart, demoKinds } from '@kingcar/contract'

/** Joins the counts of the services in the order of the kinds. */
export function composeDemo(parts: readonly DemoPart[], unavailable: string[]): DemoData {
  const items = parts.flatMap((part) => part.items).filter(({ removable, kept }) => removable + kept > 0)
  return { items: items.toSorted((one, other) => place(one) - place(other)), unavailable }
}

const place = ({ kind }: DemoPart['items'][number]) => demoKinds.indexOf(kind)
