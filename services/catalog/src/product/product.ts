import {
  type contract,
  type Detail,
  type Input,
  mustNotBeEmpty,
  noPlanTerms,
  normaliseLine,
  normaliseLines,
  type PlanTerms,
} from '@kingcar/contract'
import { type ItemChange, parseBatch, throwIfInvalid } from '../lists/batch-update.ts'

type Type = 'subscribe' | 'onetime'

/** The editable fields of a product as stored. */
export type ProductFields = PlanTerms & {
  name: string
  description: string
  type: Type
  price: number
  /** Months between two payments of a subscription; null for one-time products. */
  billingMonths: number | null
  /** Null for unlimited. */
  useLimit: number | null
  /** Cars of the member that can use it; null for any car. */
  carLimit: number | null
  /** Uses per day in Asia/Seoul; null for no limit. */
  usesPerDay: number | null
  /** Uses that one visit may record. */
  usesPerStay: number
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

const defaultBillingMonths = 1
/**
 * Default limits: a subscription is for one car, because each car needs its own subscription; a one-time product is for
 * any car.
 */
const defaultLimits = {
  subscribe: { useLimit: null, carLimit: 1 },
  onetime: { useLimit: 1, carLimit: null },
} as const

const subscriptionsOnly = { ko: '정기권에만 입력할 수 있어요.', en: 'Only subscriptions have this field.' }
const onetimeOnly = { ko: '한 번 사는 상품에만 입력할 수 있어요.', en: 'Only one-time products have this field.' }

/** The terms that only one type of product has. */
const termsOfType = {
  subscribe: ['firstPeriodPrice', 'trialDays', 'commitmentPeriods', 'pauseDaysPerYear'],
  onetime: ['validityDays'],
} as const satisfies Record<Type, readonly (keyof PlanTerms)[]>
const otherType = { subscribe: 'onetime', onetime: 'subscribe' } as const

/** Resets the terms of the other type, which the product cannot have. */
function noTermsOfOther(type: Type): Partial<PlanTerms> {
  const { validityDays, ...ofSubscriptions } = noPlanTerms
  return type === 'subscribe' ? { validityDays } : ofSubscriptions
}
const duplicateProduct = { ko: '같은 상품을 두 번 옮길 수 없어요.', en: 'Must not name the same product twice.' }
const duplicateValue = { ko: '같은 값을 두 번 입력할 수 없어요.', en: 'Must not contain the same value twice.' }

/**
 * Parses a new product and adds defaults. An undefined `displayOrder` means after the last product.
 * @throws AppError VALIDATION_FAILED with a detail for each invalid field
 */
export function newProduct(input: CreateInput): NewProduct {
  const { type, price, displayOrder, onSale = true, usesPerDay = null, usesPerStay = 1 } = input
  const { useLimit = defaultLimits[type].useLimit, carLimit = defaultLimits[type].carLimit } = input
  const { name, description, storeIds, imageId } = parseFields(input, type)
  const billingMonths = type === 'onetime' ? null : (input.billingMonths ?? defaultBillingMonths)
  return {
    ...{ name: name ?? '', description: description ?? '', storeIds: storeIds ?? [], imageId: imageId ?? null },
    ...{ type, price, billingMonths, useLimit, carLimit, usesPerDay, usesPerStay, onSale, displayOrder },
    ...{ ...noPlanTerms, ...givenTerms(input), ...noTermsOfOther(type) },
  }
}

/** The terms that an input has. */
function givenTerms(input: UpdateInput): Partial<PlanTerms> {
  const { validityDays, firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear } = input
  const given = { validityDays, firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/**
 * Parses an update. Fields that are not given stay as they are, except after a change of `type`: `billingMonths`
 * and the terms of one type become the default of the new type, and so do `useLimit` and `carLimit` if they had the default of the old type.
 * @throws AppError VALIDATION_FAILED with a detail for each invalid field
 */
export function toPatch(
  found: Pick<ProductFields, 'type' | 'billingMonths' | 'useLimit' | 'carLimit'>,
  input: UpdateInput,
): Patch {
  const { type = found.type, price, usesPerDay, usesPerStay, onSale, displayOrder } = input
  const limit = (name: 'useLimit' | 'carLimit') => {
    const hadDefault = found[name] === defaultLimits[found.type][name]
    return type !== found.type && hadDefault && input[name] === undefined ? defaultLimits[type][name] : input[name]
  }
  const months = input.billingMonths === undefined ? found.billingMonths : input.billingMonths
  const billingMonths = type === 'onetime' ? null : (months ?? defaultBillingMonths)
  const limits = { useLimit: limit('useLimit'), carLimit: limit('carLimit'), usesPerDay, usesPerStay }
  const terms = { ...givenTerms(input), ...(type !== found.type && noTermsOfOther(type)) }
  return Object.assign(parseFields(input, type), {
    ...{ type, price, billingMonths, ...limits, ...terms, onSale, displayOrder },
  })
}

/** @throws AppError VALIDATION_FAILED with a path `products.<i>.id` for each product that occurs again */
export const parseArrangement = (items: readonly ArrangeItem[]): ItemChange<Pick<Patch, 'displayOrder'>>[] =>
  parseBatch('products', items, duplicateProduct, ({ displayOrder }) => ({ displayOrder }))

/** Parses the fields that are not stored exactly as given. `type` is the product's type after the change. */
function parseFields(input: UpdateInput, type: Type): Pick<Patch, 'name' | 'description' | 'storeIds' | 'imageId'> {
  const details: Detail[] = []
  const name = input.name === undefined ? undefined : normaliseLine(input.name)
  if (name === '') details.push({ path: 'name', ...mustNotBeEmpty })
  if (type === 'onetime' && typeof input.billingMonths === 'number')
    details.push({ path: 'billingMonths', ...subscriptionsOnly })
  for (const term of termsOfType[otherType[type]])
    if (input[term] !== undefined && input[term] !== noPlanTerms[term])
      details.push({ path: term, ...(type === 'onetime' ? subscriptionsOnly : onetimeOnly) })
  const { storeIds, imageId } = input
  for (const [at, id] of storeIds?.entries() ?? [])
    if (storeIds?.indexOf(id) !== at) details.push({ path: `storeIds.${at}`, ...duplicateValue })
  throwIfInvalid(details)
  const description = input.description === undefined ? undefined : normaliseLines(input.description)
  return { name, description, storeIds, imageId }
}
