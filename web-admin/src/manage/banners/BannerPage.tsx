import { createBanner, getBanner, updateBanners } from '@kingcar/client'
import { type Banner, bannerOperations } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { exchange } from '../../api/api.ts'
import { IfMay } from '../api/rights.tsx'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import type { Fields } from '../form/changes.ts'
import { EntityForm, type EntityPartProps, type Loaded } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { DateTimeField, SwitchField, TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { NewEntityPage } from '../form/NewEntityPage.tsx'
import { useEntity } from '../form/use-entity.ts'
import { useLeave } from '../form/use-leave.ts'
import { ImageField } from '../images/ImageField.tsx'
import { Picture } from '../images/Picture.tsx'
import styles from './banners.module.css'
import { text } from './copy.ts'
import { refreshBanners, useBanners } from './use-banners.ts'

const list = { to: '/manage/banners', label: text.title }

/** The fields of the form; the display order is changed in the list. */
const valuesOf = ({ title, imageId, linkUrl, visible, startsAt, endsAt }: Banner): Fields => ({
  ...{ title, imageId, linkUrl, visible, startsAt, endsAt },
})
const blank: Loaded = {
  values: { title: '', imageId: '', linkUrl: null, visible: true, startsAt: null, endsAt: null },
  etag: null,
}

/** Edits a banner. */
export function BannerPage() {
  const { id } = useParams({ from: '/manage/banners/$id' })
  const { query, loaded, reload } = useEntity(getBanner, { bannerId: id }, valuesOf)
  const client = useQueryClient()
  const leave = useLeave()
  const { remove } = useBanners()
  const banner = query.data?.result
  const removeIt = async (gone: Banner) => {
    if (await leave(list.to)) remove(gone)
  }
  return (
    <EntityPage
      title={banner?.title ?? text.one}
      list={list}
      query={query}
      actions={
        banner !== undefined && (
          <IfMay op="deleteBanner">
            <Button tone="danger" onClick={() => void removeIt(banner)}>
              {text.remove}
            </Button>
          </IfMay>
        )
      }
    >
      {() => (
        <BannerForm
          loaded={loaded ?? blank}
          op="updateBanners"
          send={(input, options) => exchange(updateBanners, { banners: [{ id, ...input }] }, options)}
          reload={reload}
          onSaved={() => refreshBanners(client)}
          history={id}
        />
      )}
    </EntityPage>
  )
}

/** Creates a banner. */
export function NewBannerPage() {
  const client = useQueryClient()
  return (
    <NewEntityPage title={text.newTitle} list={list} op={createBanner} refresh={() => refreshBanners(client)}>
      {(props) => <BannerForm {...props} loaded={blank} />}
    </NewEntityPage>
  )
}

type BannerFormProps = EntityPartProps & { history?: string }

function BannerForm({ history, ...props }: BannerFormProps) {
  return (
    <EntityForm
      {...props}
      labels={text.labels}
      schema={bannerOperations.createBanner.input}
      subject={{ entity: 'banner', id: history }}
      show={(name, value) => (name === 'imageId' ? <Picture imageId={String(value)} alt="" /> : undefined)}
      aside={
        <>
          <Preview />
          {history !== undefined && <ChangeHistory entityId={history} />}
        </>
      }
    >
      <TextField name="title" counted />
      <ImageField name="imageId" alt={text.labels.imageId} ratio="16 / 5" hint={text.imageHint} />
      <TextField name="linkUrl" type="url" inputMode="url" nullable hint={text.linkHint} />
      <SwitchField name="visible" />
      <div className={form.pair}>
        <DateTimeField name="startsAt" hint={text.periodHint} />
        <DateTimeField name="endsAt" />
      </div>
    </EntityForm>
  )
}

/** The picture in the format of the app's home screen. */
function Preview() {
  const imageId: unknown = useFormContext().watch('imageId')
  return (
    <section className={form.panel} aria-labelledby="banner-preview">
      <h2 id="banner-preview">{text.preview}</h2>
      {typeof imageId === 'string' && imageId !== '' ? (
        <Picture imageId={imageId} alt="" width={640} className={styles.preview} />
      ) : (
        <p className={styles.none}>{text.noImage}</p>
      )}
      <p className={styles.hint}>{text.previewHint}</p>
    </section>
  )
}
