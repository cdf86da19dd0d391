import { createProduct, getProduct, updateProduct } from '@kingcar/client'
import { type Product, productOperations, productTypeLabels, productTypes, type Store } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { exchange } from '../../api/api.ts'
import { storesQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import type { Fields } from '../form/changes.ts'
import { EntityForm, type EntityPartProps, type Loaded } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { ChoiceField, MoneyField, NumberField, SwitchField, TextAreaField, TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { NewEntityPage } from '../form/NewEntityPage.tsx'
import { useEntity } from '../form/use-entity.ts'
import { useLeave } from '../form/use-leave.ts'
import { ImageField } from '../images/ImageField.tsx'
import { Picture } from '../images/Picture.tsx'
import { copy } from '../text/copy.ts'
import { amount, wonOf } from '../text/format.ts'
import { placesOf, saleOf, termsOf } from '../text/product-terms.ts'
import { text } from './copy.ts'
import { LimitField } from './LimitField.tsx'
import { PriceChanges } from './PriceChanges.tsx'
import styles from './products.module.css'
import type { SubscriptionsDecision } from './RemoveProduct.tsx'
import { StoresField } from './StoresField.tsx'
import { refreshProducts, useProducts } from './use-products.ts'

const load = async () => (await import('./RemoveProduct.tsx')).RemoveProduct

const list = { to: '/manage/products', label: text.title }

const valuesOf = (product: Product): Fields => ({
  ...{ name: product.name, description: product.description, type: product.type, price: product.price },
  ...{ billingMonths: product.billingMonths, useLimit: product.useLimit, storeIds: product.storeIds },
  ...{ carLimit: product.carLimit, usesPerDay: product.usesPerDay, usesPerStay: product.usesPerStay },
  ...{ validityDays: product.validityDays, firstPeriodPrice: product.firstPeriodPrice, trialDays: product.trialDays },
  ...{ commitmentPeriods: product.commitmentPeriods, pauseDaysPerYear: product.pauseDaysPerYear },
  ...{ imageId: product.imageId, onSale: product.onSale },
})
/** The terms of a product that is no subscription. */
const noSubscriptionTerms = { firstPeriodPrice: null, trialDays: 0, commitmentPeriods: 0, pauseDaysPerYear: 0 }
const blank: Loaded = {
  values: {
    ...{ name: '', description: '', type: 'onetime', price: null, billingMonths: null, useLimit: 1 },
    ...{ carLimit: null, usesPerDay: null, usesPerStay: 1, storeIds: [], imageId: null, onSale: true },
    validityDays: null,
    ...noSubscriptionTerms,
  },
  etag: null,
}

/** Requires a store if stores are to be chosen: an empty list would mean every store. */
const validate = ({ storeIds }: Fields): Record<string, string> =>
  storeIds === null ? { storeIds: copy.stores.choose } : {}

/** Only subscriptions have a billing interval and its terms, and only one-time products a validity. An empty number counts as 0. */
const toInput = (values: Fields): Fields => {
  if (values.type !== 'subscribe') return { ...values, billingMonths: null, ...noSubscriptionTerms }
  const { billingMonths, trialDays, commitmentPeriods, pauseDaysPerYear } = values
  return {
    ...{ ...values, billingMonths: billingMonths ?? 1, validityDays: null },
    ...{
      trialDays: trialDays ?? 0,
      commitmentPeriods: commitmentPeriods ?? 0,
      pauseDaysPerYear: pauseDaysPerYear ?? 0,
    },
  }
}

/** Edits a product. */
export function ProductPage() {
  const { id } = useParams({ from: '/manage/products/$id' })
  const { query, loaded, reload } = useEntity(getProduct, { id }, valuesOf)
  const client = useQueryClient()
  const leave = useLeave()
  const { remove } = useProducts()
  const { Dialog: RemoveProduct, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const product = query.data?.result
  const removeIt = async (gone: Product, subscriptions?: SubscriptionsDecision) => {
    hide()
    if (await leave(list.to)) remove(gone, subscriptions)
  }
  return (
    <EntityPage
      title={product?.name ?? text.one}
      list={list}
      query={query}
      actions={
        product !== undefined && (
          <IfMay op="deleteProduct">
            <Button tone="danger" onClick={show}>
              {text.remove}
            </Button>
          </IfMay>
        )
      }
    >
      {({ result }) => (
        <>
          <ProductForm
            loaded={loaded ?? blank}
            op="updateProduct"
            send={(input, options) => exchange(updateProduct, { id, ...input }, options)}
            reload={reload}
            onSaved={() => refreshProducts(client)}
            history={id}
          />
          {result.type === 'subscribe' && (
            <IfMay op="listPriceChanges">
              <PriceChanges product={result} />
            </IfMay>
          )}
          {RemoveProduct !== null && (
            <RemoveProduct
              product={result}
              onRemove={(subscriptions) => removeIt(result, subscriptions)}
              onClose={hide}
            />
          )}
        </>
      )}
    </EntityPage>
  )
}

/** Creates a product. */
export function NewProductPage() {
  const client = useQueryClient()
  return (
    <NewEntityPage title={text.newTitle} list={list} op={createProduct} refresh={() => refreshProducts(client)}>
      {(props) => <ProductForm {...props} loaded={blank} />}
    </NewEntityPage>
  )
}

/** Shows values that the audit log has as ids. */
function shown(name: string, value: unknown, stores: readonly Store[] = []): ReactNode {
  if (name === 'imageId' && typeof value === 'string') return <Picture imageId={value} alt="" />
  if (name !== 'storeIds' || !Array.isArray(value) || value.length === 0) return undefined
  return value.map((id) => stores.find((store) => store.id === id)?.name ?? text.goneStore).join(', ')
}

type ProductFormProps = EntityPartProps & { history?: string }

function ProductForm({ history, ...props }: ProductFormProps) {
  const { data: stores } = useQuery(storesQuery)
  return (
    <EntityForm
      {...props}
      labels={text.labels}
      schema={productOperations.createProduct.input}
      toInput={toInput}
      subject={{ entity: 'product', id: history }}
      show={(name, value) => shown(name, value, stores)}
      validate={validate}
      aside={
        <>
          <Preview />
          {history !== undefined && <ChangeHistory entityId={history} />}
        </>
      }
    >
      <TextField name="name" counted />
      <ChoiceField
        name="type"
        hint={text.typeHint}
        choices={productTypes.map((type) => [type, productTypeLabels[type]] as const)}
      />
      <MoneyField name="price" hint={text.priceHint} />
      <Terms isNew={props.isNew === true} />
      <StoresField name="storeIds" />
      <ImageField name="imageId" optional alt={text.labels.imageId} />
      <TextAreaField name="description" hint={text.descriptionHint} rows={6} />
      <SwitchField name="onSale" hint={text.onSaleHint} />
    </EntityForm>
  )
}

/** Billing interval and limits. A new subscription is for one car, unless the user says otherwise. */
function Terms({ isNew }: { isNew: boolean }) {
  const { watch, setValue } = useFormContext()
  const type: unknown = watch('type')
  useEffect(() => {
    if (isNew) setValue('carLimit', type === 'subscribe' ? 1 : null)
  }, [isNew, type, setValue])
  return (
    <>
      {type === 'subscribe' && <NumberField name="billingMonths" unit={text.monthsUnit} />}
      <LimitField name="useLimit" unit={text.usesUnit} none={text.unlimited} />
      <LimitField name="carLimit" unit={text.carsUnit} none={text.anyCar} />
      <div className={form.pair}>
        <LimitField name="usesPerDay" unit={text.usesUnit} none={text.noDayLimit} />
        <NumberField name="usesPerStay" unit={text.usesUnit} hint={text.perStayHint} />
      </div>
      {type === 'subscribe' ? (
        <>
          <div className={form.pair}>
            <NumberField name="trialDays" unit={text.daysUnit} hint={text.trialHint} />
            <MoneyField name="firstPeriodPrice" hint={text.firstPriceHint} />
          </div>
          <div className={form.pair}>
            <NumberField name="commitmentPeriods" unit={text.usesUnit} hint={text.commitmentHint} />
            <NumberField name="pauseDaysPerYear" unit={text.daysUnit} hint={text.pauseHint} />
          </div>
        </>
      ) : (
        <LimitField name="validityDays" unit={text.daysUnit} none={text.noValidity} />
      )}
    </>
  )
}

/** Preview of the product in the app. */
function Preview() {
  const values: Fields = useFormContext().watch()
  const { name, imageId, price, type, billingMonths, useLimit, carLimit, usesPerDay, usesPerStay, storeIds } = values
  return (
    <section className={form.panel} aria-labelledby="product-preview">
      <h2 id="product-preview">{text.preview}</h2>
      <div className={styles.card}>
        {typeof imageId === 'string' && <Picture imageId={imageId} alt="" width={640} />}
        <b>{typeof name === 'string' && name !== '' ? name : text.noName}</b>
        <span className={styles.terms}>
          {termsOf({
            type: type === 'subscribe' ? 'subscribe' : 'onetime',
            billingMonths: typeof billingMonths === 'number' ? billingMonths : null,
            useLimit: typeof useLimit === 'number' ? useLimit : null,
            carLimit: typeof carLimit === 'number' ? carLimit : null,
            usesPerDay: typeof usesPerDay === 'number' ? usesPerDay : null,
            usesPerStay: typeof usesPerStay === 'number' ? usesPerStay : 1,
          })}
        </span>
        <span className={styles.terms}>
          {Array.isArray(storeIds) ? placesOf(storeIds) : text.someStores(amount(0))}
        </span>
        {saleOf(values) !== '' && <span className={styles.terms}>{saleOf(values)}</span>}
        {typeof price === 'number' && <b className={styles.price}>{wonOf(price)}</b>}
      </div>
    </section>
  )
}
