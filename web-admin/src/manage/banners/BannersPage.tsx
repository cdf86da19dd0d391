import { Link } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import { IfMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { Bones } from '../components/Bones.tsx'
import { Pill } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { OptimisticSwitch } from '../components/OptimisticSwitch.tsx'
import { Page } from '../components/Page.tsx'
import { Picture } from '../images/Picture.tsx'
import { RowLink } from '../list/RowLink.tsx'
import { SortableList } from '../list/SortableList.tsx'
import { useReorder } from '../list/use-reorder.ts'
import { useReturnPosition } from '../list/use-return-position.ts'
import { copy } from '../text/copy.ts'
import { useIsDeleted } from '../undo/undoable-delete.ts'
import styles from './banners.module.css'
import { text } from './copy.ts'
import { periodOf, stateOf } from './state.ts'
import { useBanners } from './use-banners.ts'

const path = '/manage/banners'

/** The banners in display order, the order of the app's home screen. */
export function BannersPage() {
  const { query, arrange, show, remove } = useBanners()
  const isDeleted = useIsDeleted()
  const now = useServerNow(30_000)
  const { data, error, refetch } = query
  const { shown: banners, put } = useReorder(
    data?.result.filter(({ id }) => !isDeleted(id)),
    arrange,
  )
  useReturnPosition(banners !== undefined)

  return (
    <Page title={text.title} lead={text.lead} actions={<Add />}>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {banners === undefined && error === null && <Bones kind="cards" count={4} />}
      {banners?.length === 0 && (
        <Empty title={text.empty}>
          <p>{text.emptyHint}</p>
        </Empty>
      )}
      {banners !== undefined && banners.length > 0 && (
        <SortableList
          op="updateBanners"
          label={text.list}
          items={banners}
          nameOf={({ title }) => title}
          onReorder={put}
        >
          {(banner) => (
            <div className={styles.banner}>
              <Picture imageId={banner.imageId} alt="" className={styles.picture} />
              <div className={styles.words}>
                <RowLink list={path} id={banner.id}>
                  {banner.title}
                </RowLink>
                <span className={styles.period}>{periodOf(banner)}</span>
              </div>
              <Pill tone={stateOf(banner, now).tone}>{stateOf(banner, now).label}</Pill>
              <OptimisticSwitch
                op="updateBanners"
                checked={banner.visible}
                label={text.visibleOf(banner.title)}
                save={(visible) => show(banner, visible)}
              />
              <IfMay op="deleteBanner">
                <Menu label={copy.actions.more(banner.title)} face={<Dots />}>
                  <MenuItem danger onClick={() => remove(banner)}>
                    {text.remove}
                  </MenuItem>
                </Menu>
              </IfMay>
            </div>
          )}
        </SortableList>
      )}
    </Page>
  )
}

const Add = () => (
  <IfMay op="createBanner">
    <Link to="/manage/banners/new" className={button.primary}>
      {text.add}
    </Link>
  </IfMay>
)
