import type { Screen } from '@kingcar/contract'
import { IfMay } from '../api/rights.tsx'
import { Pill } from '../components/controls.tsx'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { Moment } from '../components/Moment.tsx'
import type { Column } from '../list/Table.tsx'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'
import styles from './screens.module.css'

export type ScreenTask = 'reload' | 'message' | 'rename' | 'remove'

type Shown = {
  /** Whether the data is up to date. */
  current: boolean
  /** Build that runs in this browser. */
  build: string | undefined
  storeNames: ReadonlyMap<string, string>
  begin: (task: ScreenTask, screen: Screen) => void
}

/** `begin` starts a task of the row's menu. */
export const columnsOf = ({ current, build, storeNames, begin }: Shown): Column<Screen>[] => [
  {
    key: 'name',
    title: text.name,
    width: '25%',
    card: 'head',
    cell: ({ name }) => <b className={styles.name}>{name}</b>,
  },
  { key: 'store', title: text.store, width: '20%', cell: ({ storeId }) => storeNames.get(storeId) ?? '' },
  { key: 'state', title: text.state, width: '14%', card: 'side', cell: (screen) => stateOf(screen, current) },
  {
    key: 'seen',
    title: text.seen,
    width: '14%',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? text.never : <Moment at={lastSeenAt} />),
  },
  {
    key: 'version',
    title: text.version,
    wide: true,
    width: '20%',
    cell: ({ version, online }) => (
      <>
        {version}
        {online && version !== null && build !== undefined && version !== build && (
          <span className={styles.newer}>{text.newer}</span>
        )}
      </>
    ),
  },
  {
    key: 'tasks',
    title: copy.actions.column,
    width: '7%',
    card: 'foot',
    untitled: true,
    cell: (screen) => (
      // Every task needs the same permission.
      <IfMay op="updateScreen">
        <Menu label={copy.actions.more(screen.name)} face={<Dots />}>
          <MenuItem onClick={() => begin('reload', screen)}>{text.reload}</MenuItem>
          <MenuItem onClick={() => begin('message', screen)}>{text.message}</MenuItem>
          <MenuItem onClick={() => begin('rename', screen)}>{text.rename}</MenuItem>
          <MenuItem danger onClick={() => begin('remove', screen)}>
            {text.remove}
          </MenuItem>
        </Menu>
      </IfMay>
    ),
  },
]

function stateOf({ online }: Screen, current: boolean) {
  if (!current) return <Pill tone="neutral">{text.unknown}</Pill>
  return online ? <Pill tone="ok">{text.online}</Pill> : <Pill tone="error">{text.offline}</Pill>
}
