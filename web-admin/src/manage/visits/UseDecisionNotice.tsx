import type { UseDecision, VisitDetail } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { text } from './copy.ts'
import styles from './visits.module.css'

/** Decisions after which a new product helps. */
const needsProduct: readonly UseDecision[] = ['noProduct', 'usedUp', 'periodOver']

/** Why a member's visit used no product, with the action that resolves it. Empty if the visit used one. */
export function UseDecisionNotice({ visit }: { visit: VisitDetail }) {
  const { useDecision, judgedProduct, memberId } = visit
  if (useDecision === null || useDecision === 'used' || memberId === null) return null
  return (
    <p className={styles.notice}>
      {text.decision[useDecision](judgedProduct?.productName ?? text.decision.unnamed)}{' '}
      {needsProduct.includes(useDecision) && (
        <Link to="/manage/userProducts" search={{ memberId }}>
          {text.decision.products}
        </Link>
      )}
    </p>
  )
}
