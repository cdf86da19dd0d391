import { formerMemberName } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import list from './list.module.css'

/** A member's name with a link to their page; former members have no page. */
export function MemberLink({ id, name }: { id: string; name: string }) {
  if (name === formerMemberName) return name
  return (
    <Link to={`/manage/members/${id}` as string} className={list.rowLink}>
      {name || id.slice(-8)}
    </Link>
  )
}
