import { createCoupon, deleteCoupon, endCoupon, getCoupon, updateCoupon } from '@kingcar/client'
import { type Coupon, couponOperations } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call, exchange } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { productsQuery, storesQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { Button, Pill } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { ManyChoice, type ManyChoiceProps } from '../components/ManyChoice.tsx'
import { Moment } from '../components/Moment.tsx'
import { Facts, Panel } from '../components/Panel.tsx'
import type { Fields } from '../form/changes.ts'
import { EntityForm, type EntityPartProps, type Loaded } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { ChoiceField, DateField, MoneyField, NumberField, SwitchField, TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { NewEntityPage } from '../form/NewEntityPage.tsx'
import { useEntity } from '../form/use-entity.ts'
import { useLeave } from '../form/use-leave.ts'
import list from '../list/list.module.css'
import { everyStore } from '../list/store-scope.ts'
import { LimitField } from '../products/LimitField.tsx'
import { ManyField, StoresField } from '../products/StoresField.tsx'
import { copy } from '../text/copy.ts'
import { amount, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { stateOf } from './coupon-terms.ts'

const path = { to: '/manage/coupons', label: text.title }

/** The fields of the form; `kind` chooses between an amount and a percentage. */
function valuesOf(coupon: Coupon): Fields {
  const { name, discountWon, discountPercent, maximumDiscount, payments, productIds, storeIds } = coupon
  const { fromDate, untilDate, limitTotal, limitPerMember } = coupon
  const kind = discountPercent === null ? 'won' : 'percent'
  return {
    ...{ name, kind, discountWon, discountPercent, maximumDiscount, payments, productIds, storeIds },
    ...{ fromDate, untilDate, limitTotal, limitPerMember },
  }
}
const blank: Loaded = {
  values: {
    ...{ name: '', automatic: false, code: null, kind: 'won', discountWon: null, discountPercent: null },
    ...{ maximumDiscount: null, payments: 1, productIds: [], storeIds: [], fromDate: null, untilDate: null },
    ...{ limitTotal: null, limitPerMember: 1 },
  },
  etag: null,
}

/** Only a percentage has a maximum discount, and the server generates a code if none is given. */
function toInput({ kind, code, automatic, ...values }: Fields): Fields {
  const isPercent = kind === 'percent'
  return {
    ...values,
    discountWon: isPercent ? null : values.discountWon,
    discountPercent: isPercent ? values.discountPercent : null,
    maximumDiscount: isPercent ? values.maximumDiscount : null,
    ...(automatic === true ? { automatic } : code != null && { code }),
  }
}

/** Requires the discount, and at least one item if items have to be chosen: an empty list would mean all. */
function validate({ kind, discountWon, discountPercent, productIds, storeIds }: Fields): Record<string, string> {
  return {
    ...(kind === 'won' && discountWon === null && { discountWon: text.missing }),
    ...(kind === 'percent' && discountPercent === null && { discountPercent: text.missing }),
    ...(productIds === null && { productIds: text.products.choose }),
    ...(storeIds === null && { storeIds: copy.stores.choose }),
  }
}

const refreshed = ['listCoupons', 'getCoupon', 'auditLogs']

function useRefresh() {
  const client = useQueryClient()
  return () => Promise.all(refreshed.map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** Shows and edits a coupon, ends it, and deletes it while no order has had it. */
export function CouponPage() {
  const { id } = useParams({ from: '/manage/coupons/$id' })
  const { query, loaded, reload } = useEntity(getCoupon, { id }, valuesOf)
  const refresh = useRefresh()
  const leave = useLeave()
  const [asked, setAsked] = useState<'end' | 'remove'>()
  const close = () => setAsked(undefined)
  const coupon = query.data?.result
  const end = async () => {
    await call(endCoupon, { id })
    close()
    notify.success(text.ended)
    await refresh()
  }
  const remove = async () => {
    await call(deleteCoupon, { id })
    close()
    notify.success(text.removed)
    if (await leave(path.to)) await refresh()
  }
  return (
    <EntityPage
      title={coupon?.name ?? text.one}
      list={path}
      query={query}
      actions={
        coupon !== undefined && (
          <>
            {coupon.endedAt === null && (
              <IfMay op="endCoupon">
                <Button onClick={() => setAsked('end')}>{text.end}</Button>
              </IfMay>
            )}
            <IfMay op="deleteCoupon">
              <Button tone="danger" onClick={() => setAsked('remove')}>
                {text.remove}
              </Button>
            </IfMay>
          </>
        )
      }
    >
      {({ result }) => (
        <>
          <CouponForm
            loaded={loaded ?? blank}
            op="updateCoupon"
            send={(input, options) => exchange(updateCoupon, { id, ...input }, options)}
            reload={reload}
            onSaved={refresh}
            history={id}
            aside={<CouponFacts coupon={result} />}
          />
          {asked === 'end' && (
            <ConfirmDialog
              title={text.endTitle(result.name)}
              text={text.endText}
              confirm={text.end}
              run={end}
              onClose={close}
            />
          )}
          {asked === 'remove' && (
            <ConfirmDialog
              title={text.removeTitle(result.name)}
              text={text.removeText}
              confirm={text.remove}
              run={remove}
              onClose={close}
            />
          )}
        </>
      )}
    </EntityPage>
  )
}

/** Creates a coupon. */
export function NewCouponPage() {
  return (
    <NewEntityPage title={text.newTitle} list={path} op={createCoupon} refresh={useRefresh()}>
      {(props) => <CouponForm {...props} loaded={blank} />}
    </NewEntityPage>
  )
}

/** The orders and the total discount of a coupon, with a link to its orders. */
function CouponFacts({ coupon }: { coupon: Coupon }) {
  const [label, tone] = stateOf(coupon, useServerNow(60_000))
  return (
    <Panel title={text.facts}>
      <Facts
        facts={[
          [
            text.state,
            <Pill key="state" tone={tone}>
              {label}
            </Pill>,
          ],
          [
            text.code,
            coupon.code === null ? (
              text.automatic
            ) : (
              <Copyable key="code" text={coupon.code} label={copy.actions.copy} />
            ),
          ],
          [text.used, text.usedTimes(amount(coupon.redemptions))],
          [text.discounted, wonOf(coupon.discounted)],
          [text.created, <Moment key="created" at={coupon.createdAt} />],
        ]}
      />
      <Link to="/manage/orders" search={{ couponId: coupon.id, ...everyStore() }} className={list.rowLink}>
        {text.orders}
      </Link>
    </Panel>
  )
}

function ProductsChoice(props: ManyChoiceProps) {
  const { data: products = [] } = useQuery(productsQuery)
  return <ManyChoice {...props} items={products} text={text.products} />
}

type CouponFormProps = EntityPartProps & { history?: string; aside?: ReactNode }

function CouponForm({ history, aside, ...props }: CouponFormProps) {
  const { data: stores = [] } = useQuery(storesQuery)
  const { data: products = [] } = useQuery(productsQuery)
  const names = new Map([...stores, ...products].map(({ id, name }) => [id, name]))
  const shown = (value: unknown) =>
    Array.isArray(value) && value.length > 0
      ? value.map((id) => names.get(String(id)) ?? text.gone).join(', ')
      : undefined
  return (
    <EntityForm
      {...props}
      labels={text.labels}
      schema={couponOperations.createCoupon.input}
      toInput={toInput}
      subject={{ entity: 'coupon', id: history }}
      show={(_name, value) => shown(value)}
      validate={validate}
      aside={
        history !== undefined && (
          <>
            {aside}
            <ChangeHistory entityId={history} />
          </>
        )
      }
    >
      <TextField name="name" counted hint={text.nameHint} />
      {props.isNew === true && <CodeFields />}
      <DiscountFields />
      <LimitField name="payments" unit={text.paymentsUnit} none={text.everyPayment} />
      <div className={form.pair}>
        <DateField name="fromDate" hint={text.dateHint} />
        <DateField name="untilDate" hint={text.dateHint} />
      </div>
      <div className={form.pair}>
        <LimitField name="limitTotal" unit={text.paymentsUnit} none={text.noTotal} />
        <LimitField name="limitPerMember" unit={text.paymentsUnit} none={text.noMember} />
      </div>
      <ManyField name="productIds" Choice={ProductsChoice} />
      <StoresField name="storeIds" />
    </EntityForm>
  )
}

function CodeFields() {
  const automatic: unknown = useFormContext().watch('automatic')
  return (
    <>
      <SwitchField name="automatic" hint={text.automaticHint} />
      {automatic !== true && <TextField name="code" nullable hint={text.codeHint} />}
    </>
  )
}

function DiscountFields() {
  const kind: unknown = useFormContext().watch('kind')
  return (
    <>
      <ChoiceField name="kind" choices={Object.entries(text.kinds)} />
      {kind === 'percent' ? (
        <div className={form.pair}>
          <NumberField name="discountPercent" unit={text.percentUnit} hint={text.percentHint} />
          <MoneyField name="maximumDiscount" hint={text.maximumHint} />
        </div>
      ) : (
        <MoneyField name="discountWon" />
      )}
    </>
  )
}
