import { formerMemberName } from '@kingcar/contract'
import { useMay } from '../api/rights.tsx'
import { AddressLink } from '../components/AddressLink.tsx'
import list from './list.module.css'

/** A member's name, with a link to their page if the administrator may open it; former members have no page. */
export function MemberLink({ id, name }: { id: string; name: string }) {
  const mayOpen = useMay()('getMember')
  if (name === formerMemberName || !mayOpen) return name
  return (
    <AddressLink href={`/manage/members/${id}`} className={list.rowLink}>
      {name || id.slice(-8)}
    </AddressLink>
  )
}
