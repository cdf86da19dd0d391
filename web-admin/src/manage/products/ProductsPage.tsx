import type { Product } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from 'zustand/react'
import button from '../../ui/button.module.css'
import { IfMay } from '../api/rights.tsx'
import { Bones } from '../components/Bones.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Icon } from '../components/Icon.tsx'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { OptimisticSwitch } from '../components/OptimisticSwitch.tsx'
import { Page } from '../components/Page.tsx'
import { Picture } from '../images/Picture.tsx'
import { RowLink } from '../list/RowLink.tsx'
import { SortableList } from '../list/SortableList.tsx'
import { useBulk } from '../list/use-bulk.tsx'
import { useReorder } from '../list/use-reorder.ts'
import { useReturnPosition } from '../list/use-return-position.ts'
import { copy } from '../text/copy.ts'
import { wonOf } from '../text/format.ts'
import { placesOf, termsOf } from '../text/product-terms.ts'
import { useIsDeleted } from '../undo/undoable-delete.ts'
import { text } from './copy.ts'
import styles from './products.module.css'
import { RemoveProduct } from './RemoveProduct.tsx'
import { undecidedDeletion } from './undecided-deletion.ts'
import { useProducts } from './use-products.ts'

const path = '/manage/products'

/** The products in display order. */
export function ProductsPage() {
  const { query, arrange, setOnSale, sell, remove, refresh } = useProducts()
  const isDeleted = useIsDeleted()
  const [removing, setRemoving] = useState<Product | null>(null)
  const undecided = useStore(undecidedDeletion, ({ current }) => current)
  const forgetUndecided = () => undecidedDeletion.setState({ current: null })
  const { data, error, refetch } = query
  const { shown: products, put } = useReorder(
    data?.result.filter(({ id }) => !isDeleted(id)),
    arrange,
  )
  useReturnPosition(products !== undefined)

  const bulk = useBulk<Product>({
    items: products,
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    actions: [
      { op: 'updateProduct', label: text.putOnSale, run: (product) => setOnSale(product, true) },
      { op: 'updateProduct', label: text.takeOffSale, run: (product) => setOnSale(product, false) },
    ],
    onSettled: refresh,
  })

  return (
    <Page title={text.title} lead={text.lead} actions={<Add />}>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {products === undefined && error === null && <Bones kind="cards" count={6} />}
      {products?.length === 0 && (
        <Empty title={text.empty}>
          <p>{text.emptyHint}</p>
        </Empty>
      )}
      {products !== undefined && products.length > 0 && (
        <>
          {bulk?.bar}
          <SortableList
            op="arrangeProducts"
            label={text.list}
            items={products}
            nameOf={({ name }) => name}
            onReorder={put}
          >
            {(product) => (
              <div className={styles.choosable}>
                {bulk?.boxOf(product)}
                <div className={styles.product}>
                  {product.imageId === null ? (
                    <span className={`${styles.picture} ${styles.none}`}>
                      <Icon sign="picture" size={20} />
                    </span>
                  ) : (
                    <Picture imageId={product.imageId} alt="" className={styles.picture} />
                  )}
                  <div className={styles.words}>
                    <RowLink list={path} id={product.id}>
                      {product.name}
                    </RowLink>
                    <span className={styles.terms}>
                      {termsOf(product)} · {placesOf(product.storeIds)}
                    </span>
                  </div>
                  <b>{wonOf(product.price)}</b>
                  <OptimisticSwitch
                    op="updateProduct"
                    checked={product.onSale}
                    label={text.onSaleOf(product.name)}
                    save={(onSale) => sell(product, onSale)}
                  />
                  <IfMay op="deleteProduct">
                    <Menu label={copy.actions.more(product.name)} face={<Dots />}>
                      <MenuItem danger onClick={() => setRemoving(product)}>
                        {text.remove}
                      </MenuItem>
                    </Menu>
                  </IfMay>
                </div>
              </div>
            )}
          </SortableList>
        </>
      )}
      {removing === null && undecided !== null && (
        <RemoveProduct
          {...undecided}
          onClose={forgetUndecided}
          onRemove={(subscriptions) => {
            forgetUndecided()
            remove(undecided.product, subscriptions)
          }}
        />
      )}
      {removing !== null && (
        <RemoveProduct
          product={removing}
          onClose={() => setRemoving(null)}
          onRemove={(subscriptions) => {
            setRemoving(null)
            remove(removing, subscriptions)
          }}
        />
      )}
    </Page>
  )
}

const Add = () => (
  <IfMay op="createProduct">
    <Link to="/manage/products/new" className={button.primary}>
      {text.add}
    </Link>
  </IfMay>
)
