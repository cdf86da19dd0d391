import { createNotice, getNotice, updateNotice } from '@kingcar/client'
import { type Notice, noticeLimit, noticeOperations } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { exchange, session } from '../../api/api.ts'
import { IfMay } from '../api/rights.tsx'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { text as editor } from '../editor/copy.ts'
import { MarkdownField } from '../editor/MarkdownField.tsx'
import { Preview } from '../editor/Preview.tsx'
import type { Fields } from '../form/changes.ts'
import { EntityForm, type EntityPartProps, type Loaded } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { SwitchField, TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { NewEntityPage } from '../form/NewEntityPage.tsx'
import { useEntity } from '../form/use-entity.ts'
import { useLeave } from '../form/use-leave.ts'
import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import { onSave, PublishingField } from './PublishingField.tsx'
import { refreshNotices, useNoticeDelete } from './use-notices.ts'

const list = { to: '/manage/notices', label: text.title }

/** The fields of the form. */
const valuesOf = ({ title, content, pinned, publishedAt }: Notice): Fields => ({ title, content, pinned, publishedAt })
const blank: Loaded = { values: { title: '', content: '', pinned: false, publishedAt: onSave }, etag: null }

/** Immediate publication takes the time of sending; for a new notice it is the server's default. */
const toInput = ({ publishedAt, ...fields }: Fields): Fields => ({
  ...fields,
  publishedAt: publishedAt === onSave ? new Date(session.serverNow()).toISOString() : publishedAt,
})
const toNewInput = ({ publishedAt, ...fields }: Fields): Fields =>
  publishedAt === onSave ? fields : { ...fields, publishedAt }

/** Edits a notice. */
export function NoticePage() {
  const { id } = useParams({ from: '/manage/notices/$id' })
  const { query, loaded, reload } = useEntity(getNotice, { noticeId: id }, valuesOf)
  const client = useQueryClient()
  const leave = useLeave()
  const remove = useNoticeDelete()
  const notice = query.data?.result
  const removeIt = async (gone: Notice) => {
    if (await leave(list.to)) remove(gone)
  }
  return (
    <EntityPage
      title={notice?.title ?? text.one}
      list={list}
      query={query}
      actions={
        notice !== undefined && (
          <IfMay op="deleteNotice">
            <Button tone="danger" onClick={() => void removeIt(notice)}>
              {text.remove}
            </Button>
          </IfMay>
        )
      }
    >
      {() => (
        <NoticeForm
          loaded={loaded ?? blank}
          op="updateNotice"
          send={(input, options) => exchange(updateNotice, { noticeId: id, ...input }, options)}
          reload={reload}
          onSaved={() => refreshNotices(client)}
          history={id}
        />
      )}
    </EntityPage>
  )
}

/** Creates a notice. */
export function NewNoticePage() {
  const client = useQueryClient()
  return (
    <NewEntityPage title={text.newTitle} list={list} op={createNotice} refresh={() => refreshNotices(client)}>
      {(props) => <NoticeForm {...props} loaded={blank} />}
    </NewEntityPage>
  )
}

type NoticeFormProps = EntityPartProps & { history?: string }

function NoticeForm({ history, ...props }: NoticeFormProps) {
  return (
    <EntityForm
      {...props}
      labels={text.labels}
      schema={noticeOperations.createNotice.input}
      toInput={props.isNew ? toNewInput : toInput}
      subject={{ entity: 'notice', id: history }}
      show={shown}
      aside={
        <>
          <section className={form.panel} aria-label={text.publishing}>
            <PublishingField name="publishedAt" />
            <SwitchField name="pinned" hint={text.pinnedHint} />
            <PreviewButton />
          </section>
          {history !== undefined && <ChangeHistory entityId={history} />}
        </>
      }
    >
      <TextField name="title" counted />
      <MarkdownField name="content" limit={noticeLimit} />
    </EntityForm>
  )
}

function shown(name: string, value: unknown): string | undefined {
  if (name !== 'publishedAt') return undefined
  return typeof value === 'string' ? momentOf(value) : text.draft
}

/** Opens a preview of the notice. */
function PreviewButton() {
  const [isOpen, setOpen] = useState(false)
  const { getValues } = useFormContext()
  const { title, content } = isOpen ? getValues() : {}
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{editor.preview}</Button>
      {isOpen && <Preview title={String(title)} markdown={String(content)} onClose={() => setOpen(false)} />}
    </div>
  )
}
