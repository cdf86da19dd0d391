import type { NoticeSummary } from '@kingcar/contract'
import { IfMay } from '../api/rights.tsx'
import { Pill } from '../components/controls.tsx'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { Moment } from '../components/Moment.tsx'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { copy } from '../text/copy.ts'
import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import { stateOf } from './state.ts'

type Shown = { now: number; remove: (notice: NoticeSummary) => void }

/** `now`: server time. `remove` deletes the notice of a row. */
export const columnsOf = ({ now, remove }: Shown): Column<NoticeSummary>[] => [
  {
    key: 'title',
    title: text.labels.title,
    width: '36%',
    card: 'head',
    sort: 'title',
    cell: ({ id, title }) => (
      <RowLink list="/manage/notices" id={id}>
        {title}
      </RowLink>
    ),
  },
  {
    key: 'pinned',
    title: text.pinned,
    width: '9%',
    cell: ({ pinned }) => (pinned ? <Pill tone="warn">{text.pinned}</Pill> : null),
  },
  {
    key: 'state',
    title: text.state,
    width: '10%',
    card: 'side',
    cell: (notice) => <Pill tone={stateOf(notice, now).tone}>{stateOf(notice, now).label}</Pill>,
  },
  {
    key: 'when',
    title: text.when,
    width: '16%',
    sort: 'publishedAt',
    cell: ({ publishedAt }) => publishedAt && <Moment at={publishedAt} text={momentOf(publishedAt)} />,
  },
  {
    key: 'created',
    title: text.created,
    wide: true,
    width: '16%',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { key: 'updated', title: text.updated, wide: true, width: '16%', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
  {
    key: 'tasks',
    title: copy.actions.column,
    width: '7%',
    card: 'foot',
    untitled: true,
    cell: (notice) => (
      <IfMay op="deleteNotice">
        <Menu label={copy.actions.more(notice.title)} face={<Dots />}>
          <MenuItem danger onClick={() => remove(notice)}>
            {text.remove}
          </MenuItem>
        </Menu>
      </IfMay>
    ),
  },
]
