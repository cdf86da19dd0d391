import { type GetDemoResult, getDemo, removeDemo } from '@kingcar/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { IfMay, useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { Icon } from '../components/Icon.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { amount } from '../text/format.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'

const texts = copy.demo
const load = async () => (await import('../components/Dialog.tsx')).ConfirmDialog

/**
 * Shows above each page that there is demo data, and offers to remove it. The server is asked once in a page load, and
 * after a removal.
 */
export function DemoBar() {
  const client = useQueryClient()
  const { data } = useQuery({
    enabled: useMay()('getDemo'),
    queryKey: ['demo'],
    queryFn: () => call(getDemo, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { Dialog, prepare, show, hide } = useLazyDialog(load, texts.openFailed)
  const rows = data && listOf(data, 'removable')
  if (!rows) return null
  const remove = async () => {
    const result = await call(removeDemo, {})
    const { removed, incomplete } = texts
    const kept = listOf(result, 'kept')
    if (result.unavailable.length > 0) notify.error(incomplete)
    else notify.success(removed(listOf(result, 'removable'), kept))
    hide()
    await client.invalidateQueries()
    if (document.activeElement === document.body) document.querySelector('h1')?.focus() // the bar with the opener is gone
  }
  const kept = listOf(data, 'kept')
  return (
    <section className={styles.demo} aria-label={texts.label}>
      <p>
        <Icon sign="warning" />
        <b>{texts.label}</b> {texts.text}
      </p>
      <IfMay op="removeDemo">
        <Button onPointerEnter={prepare} onFocus={prepare} onClick={show}>
          {texts.remove}
        </Button>
      </IfMay>
      {Dialog !== null && (
        <Dialog
          title={texts.title}
          text={texts.effect(rows, kept)}
          confirm={texts.confirm}
          run={remove}
          onClose={hide}
        />
      )}
    </section>
  )
}

/** The kinds with their counts, as a text; undefined without any. */
const listOf = ({ items }: Pick<GetDemoResult, 'items'>, part: 'removable' | 'kept'): string | undefined =>
  items
    .filter((item) => item[part] > 0)
    .map((item) => texts.kinds[item.kind](amount(item[part])))
    .join(', ') || undefined
