import { ApiError, listMembers } from '@kingcar/client'
import { type Terms, termsLimit, termsOperations, termsTypes } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { session } from '../../api/api.ts'
import { listQuery } from '../api/queries.ts'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { text as editor } from '../editor/copy.ts'
import { MarkdownField } from '../editor/MarkdownField.tsx'
import { Preview } from '../editor/Preview.tsx'
import type { Fields } from '../form/changes.ts'
import { EntityForm, type EntityFormProps, type EntityPartProps } from '../form/EntityForm.tsx'
import { ChoiceField, DateTimeField, SwitchField, TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './terms.module.css'

/** The fields of the form. */
export const valuesOf = ({ type, title, content, required, effectiveAt }: Terms): Fields => ({
  ...{ type, title, content, required, effectiveAt },
})

/** The id of the created version. */
export const idOf = (result: unknown): string => (result as { result: Terms }).result.id

/** A fault found by the console, in the form of a server error, so that it is shown at its field. */
export const faultAt = (path: string, message: string): ApiError =>
  new ApiError(400, { code: 'VALIDATION_FAILED', message, details: [{ path, message }], requestId: '' }, undefined)

/** Without a chosen instant the field is omitted. */
const toInput = ({ effectiveAt, ...fields }: Fields): Fields => (effectiveAt ? { ...fields, effectiveAt } : fields)

type TermsFormProps = EntityPartProps & {
  asksType?: boolean
  /** Set if the version took effect while it was edited: continues with the input as a new version. */
  late?: (() => void) | undefined
  /** Its id in the audit log. */
  history?: string
}

type OpenPreview = { version: Fields; answer?: (seen: boolean) => void }

/** The form of a version of terms. Before saving, the user has to see the preview of what members will see. */
export function TermsForm({ asksType = false, late, history, send, ...props }: TermsFormProps) {
  const [preview, setPreview] = useState<OpenPreview | null>(null)
  const { loaded, isNew, reload } = props
  const seen = useRef<string>(undefined)
  const saved = useRef<Fields>(loaded.values)
  useEffect(() => {
    saved.current = loaded.values
    if (!isNew) seen.current = keyOf(loaded.values)
  }, [loaded, isNew])
  const reloadSaved = async () => {
    const server = (await reload?.()) ?? loaded
    saved.current = server.values
    return server
  }

  const openPreview = (version: Fields, answer?: (wasSeen: boolean) => void) => {
    setPreview({ version, ...(answer && { answer }) })
    if (answer === undefined) seen.current = keyOf(version)
  }
  const sendSeen: EntityFormProps['send'] = async (input, options) => {
    const { effectiveAt } = input
    if (typeof effectiveAt === 'string' && Date.parse(effectiveAt) <= session.serverNow()) {
      throw faultAt('effectiveAt', text.effectivePast)
    }
    const whole = { ...saved.current, ...input }
    if (seen.current !== keyOf(whole)) {
      const wasSeen = await new Promise<boolean>((answer) => openPreview(whole, answer))
      if (!wasSeen) throw faultAt('content', text.unseen)
      seen.current = keyOf(whole)
    }
    const sent = await send(input, options)
    saved.current = whole
    return sent
  }
  const close = (wasSeen: boolean) => {
    preview?.answer?.(wasSeen)
    setPreview(null)
  }

  return (
    <>
      <EntityForm
        {...props}
        {...(reload && { reload: reloadSaved })}
        send={sendSeen}
        labels={text.labels}
        schema={termsOperations.createTerms.input}
        toInput={toInput}
        subject={{ entity: 'terms', id: history }}
        aside={
          <>
            <section className={form.panel} aria-label={text.publishing}>
              <DateTimeField name="effectiveAt" hint={text.effectiveHint} />
              <RequiredField />
              <PreviewButton onPreview={openPreview} />
            </section>
            {history !== undefined && <ChangeHistory entityId={history} />}
          </>
        }
      >
        {late !== undefined && <Late onAnother={late} />}
        {asksType && <ChoiceField name="type" choices={termsTypes.map((each) => [each, text.types[each]] as const)} />}
        <TextField name="title" counted />
        <MarkdownField name="content" limit={termsLimit} />
      </EntityForm>
      {preview !== null && (
        <Preview
          title={String(preview.version.title)}
          markdown={String(preview.version.content)}
          onClose={() => close(false)}
          note={preview.version.required === true && <Affected />}
          actions={
            preview.answer && (
              <Button tone="primary" onClick={() => close(true)}>
                {text.seen}
              </Button>
            )
          }
        />
      )}
    </>
  )
}

/** Key of the content of the preview: the text, and whether members have to agree to it. */
const keyOf = ({ title, content, required }: Fields): string => JSON.stringify([title, content, required])

function RequiredField() {
  const isRequired = useFormContext().watch('required') === true
  return <SwitchField name="required" hint={isRequired ? text.requiredHint : text.optionalHint} />
}

/** Number of members who have to agree to a required version: all, because no member has agreed to a new version yet. */
function Affected() {
  const { data, isError } = useQuery(listQuery(listMembers, { size: 1 }))
  const sentence = data ? text.affected(amount(data.totalElements)) : isError ? text.affectedUnknown : '\u00a0'
  return <p role="status">{sentence}</p>
}

function PreviewButton({ onPreview }: { onPreview: (version: Fields) => void }) {
  const { getValues } = useFormContext()
  return (
    <div>
      <Button onClick={() => onPreview(getValues())}>{editor.preview}</Button>
    </div>
  )
}

/** Notice that the version took effect in the meantime; the input is kept and can become a new version. */
function Late({ onAnother }: { onAnother: () => void }) {
  const { setValue, setFocus } = useFormContext()
  return (
    <div className={styles.late} role="alert">
      <p className={styles.lateTitle}>{text.lateTitle}</p>
      <p>{text.lateText}</p>
      <div>
        <Button
          onClick={() => {
            setValue('effectiveAt', null, { shouldDirty: true })
            onAnother()
            setFocus('effectiveAt')
          }}
        >
          {text.lateAction}
        </Button>
      </div>
    </div>
  )
}
