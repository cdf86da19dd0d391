import { auditActionLabel, contract, type Operation, parseMemberSearch } from '@kingcar/contract'
import { beginsWith, hasName } from '@kingcar/service'
import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { admins, apiKeys, auditLogs } from '../tables.ts'

/** All values of an entry's `action`. */
const actions = Object.values(contract).flatMap((service) =>
  Object.values<Operation>(service).map(({ name }): string => name),
)

/**
 * The entries that match a text: the name of the administrator or API key, the beginning of the administrator's email,
 * a part of the action's name or label, or a complete id of the entity or the request. There are few administrators and
 * actions, so that each of these conditions is an index scan.
 */
export function matchesSearch(q: string): SQL | undefined {
  const search = parseMemberSearch(q)
  if (!search) return undefined
  const { name, email } = search
  const isAdmin = or(hasName(admins.name, name), email === undefined ? undefined : beginsWith(admins.email, email))
  const isKey = hasName(apiKeys.name, name)
  const text = q.trim()
  const meant = actions.filter((action) => isPart(text, action) || isPart(text, auditActionLabel(action)))
  return or(
    sql`${auditLogs.actorId} = any(array(
      select id from ${admins} where ${isAdmin} union all select id from ${apiKeys} where ${isKey}
    ))`,
    inArray(auditLogs.action, meant),
    sql`${auditLogs.entityId} = (select ${text}::text)`,
    sql`${auditLogs.requestId} = (select ${text}::text)`,
  )
}

const isPart = (text: string, of: string) => of.toLowerCase().includes(text.toLowerCase())
