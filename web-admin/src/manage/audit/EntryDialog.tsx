import { type AuditLog, auditActionLabel, auditEntityLabel, auditFieldLabel } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import { Copyable } from '../components/Copyable.tsx'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Moment } from '../components/Moment.tsx'
import { changedValue } from '../text/changed-value.ts'
import { copy as shared } from '../text/copy.ts'
import { exactMomentOf } from '../text/format.ts'
import styles from './audit.module.css'
import { changesOf, isCut } from './changes.ts'
import { text } from './copy.ts'
import { pageOf } from './entities.ts'

/** One entry: actor, action, entity, each field before and after, and the request id to search the logs for. */
export function EntryDialog({ entry, onClose }: { entry: AuditLog; onClose: () => void }) {
  const { at, actorName, action, entity, entityId, before, after, requestId } = entry
  const page = after === null && before !== null ? undefined : pageOf(entity, entityId)
  return (
    <Dialog title={auditActionLabel(action)} onClose={onClose}>
      <p>
        {actorName} · <Moment at={at} text={exactMomentOf(at)} /> · {auditEntityLabel(entity)}
      </p>
      <Fields entry={entry} />
      {[before, after].filter(isCut).map((side) => (
        <div key={side} className={styles.cut}>
          <p>{text.cut}</p>
          <code>{side}</code>
        </div>
      ))}
      <div className={styles.ids}>
        <span>{text.entityId}</span>
        <Copyable text={entityId} label={text.copyEntityId} />
        {requestId !== null && (
          <>
            <span>{text.requestId}</span>
            <Copyable text={requestId} label={text.copyRequestId} />
          </>
        )}
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {shared.actions.close}
        </Button>
        {page !== undefined && (
          <Link to={page} className={button.primary}>
            {text.go}
          </Link>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Fields({ entry: { entity, before, after } }: { entry: AuditLog }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return isCut(before) || isCut(after) ? null : <p>{text.none}</p>
  const sides = [
    ...(before === null ? [] : [{ side: 'before' as const, title: text.before }]),
    ...(after === null ? [] : [{ side: 'after' as const, title: text.after }]),
  ]
  return (
    <div className={styles.scroll}>
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            {sides.map(({ side, title }) => (
              <th key={side} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{auditFieldLabel(entity, change.field)}</th>
              {sides.map(({ side }) => (
                <td key={side}>{changedValue(entity, change.field, change[side])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
