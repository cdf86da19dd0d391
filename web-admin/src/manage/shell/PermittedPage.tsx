import { type AdminOperation, adminGuards, adminRoleLabels, adminRolesFor } from '@kingcar/contract'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { use } from 'react'
import button from '../../ui/button.module.css'
import { isAllowed, type Rights, RightsContext } from '../api/rights.tsx'
import { Empty } from '../components/Empty.tsx'
import { Page } from '../components/Page.tsx'
import { placeOf } from '../navigation/entries.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The operation of the page, in addition to that of its entry in the navigation. */
    needs?: AdminOperation
  }
}

const text = copy.forbidden

/** The current page, or why the administrator may not open it. */
export function PermittedPage() {
  const rights = use(RightsContext)
  const match = useMatches({ select: (matches) => matches.at(-1) })
  if (rights === null) return <main className={styles.waiting} id="content" aria-busy tabIndex={-1} />
  const needed = [match && placeOf(match.pathname)?.entry.op, match?.staticData.needs]
  const refused = needed.find((op) => op !== undefined && !isAllowed(rights, op))
  return refused === undefined ? <Outlet /> : <Forbidden op={refused} rights={rights} />
}

function Forbidden({ op, rights }: { op: AdminOperation; rights: Rights }) {
  const roles = adminRolesFor(adminGuards[op])
  const isRole = roles.includes(rights.role)
  return (
    <Page title={text.title}>
      <Empty title={isRole ? text.headOffice : text.text(roles.map((role) => adminRoleLabels[role]).join(', '))}>
        <p>{text.who}</p>
        <Link to="/manage" className={button.primary}>
          {copy.missing.home}
        </Link>
      </Empty>
    </Page>
  )
}
