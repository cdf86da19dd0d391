import { useQuery } from '@tanstack/react-query'
import { storesQuery } from '../api/queries.ts'
import { copy } from '../text/copy.ts'
import { text } from '../text/product-terms.ts'
import { ManyChoice, type ManyChoiceProps } from './ManyChoice.tsx'

const words = { ...copy.stores, all: text.everyStore, some: text.someStores }

/** All stores, or some of them. */
export function StoresChoice(props: ManyChoiceProps) {
  const { data: stores = [] } = useQuery(storesQuery)
  return <ManyChoice {...props} items={stores} text={words} />
}
