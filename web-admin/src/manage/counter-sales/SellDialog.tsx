import { ApiError, type CallInput, listCounterCars, priceCounterSale, sellProduct } from '@kingcar/client'
import { type CounterMethod, counterSaleOperations, validationDetails } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { productsQuery, storesQuery } from '../api/queries.ts'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { failureSentence, faultOf } from '../components/failure-sentence.ts'
import { SelectField } from '../components/SelectField.tsx'
import { copy } from '../text/copy.ts'
import { wonOf } from '../text/format.ts'
import { text } from './copy.ts'

type Sale = CallInput<'orders', 'sellProduct'>
type ReceiptKind = 'none' | 'personal' | 'corporate'
const places = ['productId', 'amount', 'carId', 'storeId', 'couponCode'] as const
const names = [...places, 'approvalNumber', 'cashReceipt.identifier'] as const
type Faults = Partial<Record<(typeof names)[number], string>>

type SellDialogProps = {
  member: { id: string; name: string }
  /** The store that is chosen first. */
  storeId?: string | undefined
  onClose: () => void
}

/** Sells a member a product for money that staff received. The idempotency key prevents a second sale when the response was lost. */
export function SellDialog({ member, storeId: firstStoreId = '', onClose }: SellDialogProps) {
  const products = useQuery(productsQuery)
  const stores = useQuery(storesQuery)
  const cars = useQuery({
    queryKey: ['listCounterCars', member.id],
    queryFn: () => call(listCounterCars, { memberId: member.id }),
  })
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const id = useId()
  const [productId, setProductId] = useState('')
  const [carId, setCarId] = useState('')
  const [storeId, setStoreId] = useState(firstStoreId)
  const [typedCode, setTypedCode] = useState('')
  /** The code whose price is shown. */
  const [couponCode, setCouponCode] = useState('')
  const [method, setMethod] = useState<CounterMethod>('cash')
  const [receipt, setReceipt] = useState<ReceiptKind>('none')
  const [found, setFound] = useState<Faults>({})
  const { busy, failure, act } = useAction(async (sale: Sale) => {
    const { productName } = await call(sellProduct, sale, { idempotencyKey: keyFor(sale) }).finally(() =>
      client.invalidateQueries({ queryKey: ['priceCounterSale'] }),
    )
    await Promise.all(
      ['getMember', 'listOrders', 'listUserProducts', 'listCounterCars'].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    )
    onClose()
    notify.success(text.done(productName))
  })
  const faultIn = (name: (typeof names)[number]) => found[name] ?? faultOf(failure, name)
  const form = useFaultFocus(found, failure)
  const onSale = products.data?.filter((each) => each.onSale && each.price > 0)
  const soldAt = storeId || (stores.data?.length === 1 ? (stores.data[0]?.id ?? '') : '')
  const wanted = { memberId: member.id, productId, storeId: soldAt, ...(couponCode !== '' && { couponCode }) }
  const price = useQuery({
    queryKey: ['priceCounterSale', wanted],
    queryFn: () => call(priceCounterSale, wanted),
    enabled: productId !== '' && soldAt !== '',
    retry: false,
  })
  const amount = price.data?.amount
  const codeFault = faultIn('couponCode') ?? couponFaultOf(failure) ?? couponFaultOf(price.error)
  const car = cars.data?.find((each) => each.id === carId)
  const hasReceipt = method !== 'cardTerminal' && receipt !== 'none'
  const failed = [products, stores, cars, ...(couponFaultOf(price.error) === undefined ? [price] : [])]
  const loading = failed.find(({ error }) => error !== null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const textIn = (name: string) => String(values.get(name) ?? '').trim()
    const sale: Sale = {
      memberId: member.id,
      productId,
      storeId: soldAt,
      ...(typedCode.trim() !== '' && { couponCode: typedCode.trim() }),
      method,
      amount: amount ?? 0,
      ...(carId !== '' && { carId }),
      ...(method === 'cardTerminal' && { approvalNumber: textIn('approvalNumber') }),
      ...(hasReceipt && { cashReceipt: { kind: receipt, identifier: textIn('identifier') } }),
      ...(hasReceipt && values.has('remember') && { remembersBusiness: true }),
    }
    const wrong = wrongIn(sale)
    setFound(wrong)
    setCouponCode(typedCode.trim())
    if (Object.keys(wrong).length === 0) act(sale)
  }

  return (
    <Dialog title={text.titleFor(member.name)} busy={busy} columns onClose={onClose}>
      <p>{text.lead}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <SelectField
          id={`${id}-product`}
          label={text.product}
          fault={faultIn('productId')}
          name="productId"
          value={productId}
          required
          onChange={(event) => setProductId(event.target.value)}
          none={products.isPending ? copy.pages.loading : text.chooseProduct}
          choices={onSale?.map((each) => [each.id, text.priced(each.name, wonOf(each.price))])}
        />
        <SelectField
          id={`${id}-car`}
          label={text.car}
          fault={faultIn('carId')}
          name="carId"
          value={carId}
          onChange={(event) => setCarId(event.target.value)}
          none={cars.isPending ? copy.pages.loading : text.anyCar}
          choices={cars.data?.map(({ id: each, carNumber }) => [each, carNumber])}
        />
        <SelectField
          id={`${id}-store`}
          label={text.store}
          fault={faultIn('storeId')}
          name="storeId"
          value={soldAt}
          required
          onChange={(event) => setStoreId(event.target.value)}
          none={stores.isPending ? copy.pages.loading : text.chooseStore}
          choices={stores.data?.map(({ id: each, name }) => [each, name])}
        />
        <Field id={`${id}-coupon`} label={text.coupon} hint={text.couponHint} fault={codeFault}>
          <input
            {...inField(`${id}-coupon`, codeFault)}
            name="couponCode"
            autoComplete="off"
            value={typedCode}
            onChange={(event) => setTypedCode(event.target.value)}
            onBlur={() => setCouponCode(typedCode.trim())}
          />
        </Field>
        <p role="status">
          {price.data ? text.costs(wonOf(price.data.amount), wonOf(price.data.discount), price.data.coupon?.name) : ''}
        </p>
        <SelectField
          id={`${id}-method`}
          label={text.method}
          value={method}
          onChange={(event) => setMethod(event.target.value as CounterMethod)}
          choices={text.methods}
        />
        {method === 'cardTerminal' ? (
          <Field id={`${id}-approval`} label={text.approval} hint={text.approvalHint} fault={faultIn('approvalNumber')}>
            <input
              {...inField(`${id}-approval`, faultIn('approvalNumber'))}
              name="approvalNumber"
              inputMode="numeric"
              autoComplete="off"
            />
          </Field>
        ) : (
          <SelectField
            id={`${id}-receipt`}
            label={text.receipt}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value as ReceiptKind)}
            choices={text.receipts}
          />
        )}
        {hasReceipt && (
          <Field id={`${id}-identifier`} label={text.identifier[receipt]} fault={faultIn('cashReceipt.identifier')}>
            <input
              {...inField(`${id}-identifier`, faultIn('cashReceipt.identifier'))}
              key={`${receipt} ${carId}`}
              name="identifier"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={receipt === 'corporate' ? (car?.businessNumber ?? '') : ''}
            />
          </Field>
        )}
        {hasReceipt && receipt === 'corporate' && carId !== '' && (
          <p>
            <label>
              <input type="checkbox" name="remember" /> {text.remember}
            </label>
          </p>
        )}
        {loading && <Failure title={copy.failures.list} cause={loading.error} retry={() => void loading.refetch()} />}
        <FormActions
          {...{ busy: busy || price.isFetching, failure, onClose }}
          confirm={text.confirm(amount === undefined ? undefined : wonOf(amount))}
        />
      </form>
    </Dialog>
  )
}

/** Why a coupon does not apply to the sale. */
const couponFaultOf = (cause: unknown): string | undefined =>
  cause instanceof ApiError && cause.code.startsWith('COUPON_') ? failureSentence(cause) : undefined

/** Faults by the contract; empty fields get their own messages. */
function wrongIn(sale: Sale): Faults {
  const faults: Faults = {}
  for (const { path, ko } of validationDetails(counterSaleOperations.sellProduct.input, sale)) {
    const name = names.find((each) => each === path)
    if (name !== undefined) faults[name] ??= ko
  }
  if (sale.productId === '') faults.productId = text.productRequired
  if (sale.storeId === '') faults.storeId = text.storeRequired
  if (sale.approvalNumber === '') faults.approvalNumber = text.approvalRequired
  if (sale.cashReceipt?.identifier === '') faults['cashReceipt.identifier'] = text.identifierRequired
  return faults
}
