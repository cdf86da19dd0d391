import {
  type contract,
  type Detail,
  type Input,
  mustNotBeEmpty,
  normaliseLine,
  normaliseLines,
} from '@kingcar/contract'
import { type ItemChange, parseBatch, throwIfInvalid } from '../lists/batch-update.ts'

type Type = 'subscribe' | 'onetime'

/** What an administrator decides of a product, as it is kept. */
export type ProductFields = {
  name: string
  description: string
  type: Type
  price: number
  /** Of subscriptions; null of what is bought once. */
  billingMonths: number | null
  /** Null is unlimited. */
  useLimit: number | null
  storeIds: string[]
  imageId: string | null
  onSale: boolean
  displayOrder: number
}
type NewProduct = Omit<ProductFields, 'displayOrder'> & { displayOrder: number | undefined }
type Patch = { [K in keyof ProductFields]?: ProductFields[K] | undefined }

type UpdateInput = Omit<Input<typeof contract.catalog.updateProduct>, 'id'>
type ArrangeItem = Input<typeof contract.catalog.arrangeProducts>['products'][number]
type CreateInput = Input<typeof contract.catalog.createProduct>

/** Months between two payments where nobody says otherwise. */
const defaultBillingMonths = 1
/** Uses of a product where nobody says otherwise. */
const defaultUseLimit = (type: Type): number | null => (type === 'onetime' ? 1 : null)

const subscriptionsOnly = {
  path: 'billingMonths',
  ko: '정기권에만 입력할 수 있어요.',
  en: 'Is allowed for subscriptions only.',
}
const duplicateProduct = { ko: '같은 상품을 두 번 옮길 수 없어요.', en: 'Must not name the same product twice.' }
const duplicateValue = { ko: '같은 값을 두 번 입력할 수 없어요.', en: 'Must not contain the same value twice.' }

/**
 * A new product with its defaults; where it comes behind the last, its place is undefined.
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept
 */
export function newProduct(typed: CreateInput): NewProduct {
  const { type, price, displayOrder, onSale = true, useLimit = defaultUseLimit(type) } = typed
  const { name, description, storeIds, imageId } = parseFields(typed, type)
  const billingMonths = type === 'onetime' ? null : (typed.billingMonths ?? defaultBillingMonths)
  return {
    ...{ name: name ?? '', description: description ?? '', storeIds: storeIds ?? [], imageId: imageId ?? null },
    ...{ type, price, billingMonths, useLimit, onSale, displayOrder },
  }
}

/**
 * What a change makes of a product; what it does not name stays. One of another type than before is paid each month, or not
 * again, unless it says otherwise; where it had the uses that were usual for its type, it has those of the other.
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept
 */
export function toPatch(found: Pick<ProductFields, 'type' | 'billingMonths' | 'useLimit'>, typed: UpdateInput): Patch {
  const { type = found.type, price, onSale, displayOrder } = typed
  const hadUsual = found.useLimit === defaultUseLimit(found.type)
  const useLimit =
    type !== found.type && hadUsual && typed.useLimit === undefined ? defaultUseLimit(type) : typed.useLimit
  const months = typed.billingMonths === undefined ? found.billingMonths : typed.billingMonths
  const billingMonths = type === 'onetime' ? null : (months ?? defaultBillingMonths)
  return Object.assign(parseFields(typed, type), { type, price, billingMonths, useLimit, onSale, displayOrder })
}

/**
 * New places of several products, each named once.
 * @throws AppError VALIDATION_FAILED naming each that is named again, as `products.<i>.id`
 */
export const parseArrangement = (places: readonly ArrangeItem[]): ItemChange<Pick<Patch, 'displayOrder'>>[] =>
  parseBatch('products', places, duplicateProduct, ({ displayOrder }) => ({ displayOrder }))

/** What is not kept as it was typed, of a product that becomes one of this type. */
function parseFields(typed: UpdateInput, type: Type): Pick<Patch, 'name' | 'description' | 'storeIds' | 'imageId'> {
  const faults: Detail[] = []
  const name = typed.name === undefined ? undefined : normaliseLine(typed.name)
  if (name === '') faults.push({ path: 'name', ...mustNotBeEmpty })
  if (type === 'onetime' && typeof typed.billingMonths === 'number') faults.push(subscriptionsOnly)
  const storeIds = typed.storeIds?.map((id) => id.toLowerCase()) // as PostgreSQL writes it
  for (const [at, id] of storeIds?.entries() ?? [])
    if (storeIds?.indexOf(id) !== at) faults.push({ path: `storeIds.${at}`, ...duplicateValue })
  throwIfInvalid(faults)
  const description = typed.description === undefined ? undefined : normaliseLines(typed.description)
  const imageId = typed.imageId?.toLowerCase()
  return { name, description, storeIds, imageId: typed.imageId === null ? null : imageId }
}
