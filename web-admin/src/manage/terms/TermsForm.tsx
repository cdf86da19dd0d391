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
import { EntityForm, type EntityFormProps, type Loaded } from '../form/EntityForm.tsx'
import { ChoiceField, DateTimeField, SwitchField, TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './terms.module.css'

/** The fields of a version that its form holds. */
export const loadedOf = ({ result, etag }: { result: Terms; etag: string | null }): Loaded => {
  const { type, title, content, required, effectiveAt } = result
  return { values: { type, title, content, required, effectiveAt }, etag }
}

/** The id of what was made. */
export const idOf = (answer: unknown): string => (answer as { result: Terms }).result.id

/** A fault of a field that is found here, told as the server tells its own. */
export const faultAt = (path: string, message: string): ApiError =>
  new ApiError(400, { code: 'VALIDATION_FAILED', message, details: [{ path, message }], requestId: '' }, undefined)

/** A moment that nobody has chosen is one that is missing. */
const toInput = ({ effectiveAt, ...fields }: Fields): Fields => (effectiveAt ? { ...fields, effectiveAt } : fields)

type TermsFormProps = Pick<EntityFormProps, 'loaded' | 'isNew' | 'readOnly' | 'send' | 'reload' | 'onSaved'> & {
  asksType?: boolean
  /** It took effect while it was changed: makes a new version of what is typed. */
  late?: (() => void) | undefined
  /** Its id in the audit log. */
  history?: string
}

type Looking = { version: Fields; answer?: (seen: boolean) => void }

/** A version of terms. Nothing of it is saved that nobody has looked at as members will see it. */
export function TermsForm({ asksType = false, late, history, send, ...props }: TermsFormProps) {
  const [looking, setLooking] = useState<Looking | null>(null)
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

  const look = (version: Fields, answer?: (wasSeen: boolean) => void) => {
    setLooking({ version, ...(answer && { answer }) })
    if (answer === undefined) seen.current = keyOf(version)
  }
  const sendSeen: EntityFormProps['send'] = async (input, options) => {
    const { effectiveAt } = input
    if (typeof effectiveAt === 'string' && Date.parse(effectiveAt) <= session.serverNow()) {
      throw faultAt('effectiveAt', text.effectivePast)
    }
    const whole = { ...saved.current, ...input }
    if (seen.current !== keyOf(whole)) {
      const wasSeen = await new Promise<boolean>((answer) => look(whole, answer))
      if (!wasSeen) throw faultAt('content', text.unseen)
      seen.current = keyOf(whole)
    }
    const sent = await send(input, options)
    saved.current = whole
    return sent
  }
  const close = (wasSeen: boolean) => {
    looking?.answer?.(wasSeen)
    setLooking(null)
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
              <PreviewButton onLook={look} />
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
      {looking !== null && (
        <Preview
          title={String(looking.version.title)}
          markdown={String(looking.version.content)}
          onClose={() => close(false)}
          note={looking.version.required === true && <Affected />}
          actions={
            looking.answer && (
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

/** What members see of a version, and whether they have to agree to it. */
const keyOf = ({ title, content, required }: Fields): string => JSON.stringify([title, content, required])

function RequiredField() {
  const isRequired = useFormContext().watch('required') === true
  return <SwitchField name="required" hint={isRequired ? text.requiredHint : text.optionalHint} />
}

/** How many members have to agree to a version that is required: all of them, since nobody has agreed to it yet. */
function Affected() {
  const { data, isError } = useQuery(listQuery(listMembers, { size: 1 }))
  const sentence = data ? text.affected(amount(data.totalElements)) : isError ? text.affectedUnknown : '\u00a0'
  return <p role="status">{sentence}</p>
}

function PreviewButton({ onLook }: { onLook: (version: Fields) => void }) {
  const { getValues } = useFormContext()
  return (
    <div>
      <Button onClick={() => onLook(getValues())}>{editor.preview}</Button>
    </div>
  )
}

/** It took effect meanwhile: what was typed is still there, and can be another version. */
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
