import { Link } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import list from '../list/list.module.css'
import { text } from './copy.ts'

/** The pages of a store. */
export const StoreTabs = ({ id }: { id: string }) => (
  <nav className={list.quick} aria-label={text.tabs.label}>
    <Link to="/manage/stores/$id" params={{ id }} activeOptions={{ exact: true }} className={button.quiet}>
      {text.tabs.overview}
    </Link>
    <Link to="/manage/stores/$id/edit" params={{ id }} className={button.quiet}>
      {text.tabs.edit}
    </Link>
  </nav>
)
