export { HexKeys, serviceVariables } from './config.ts'
export { openConnections } from './connections.ts'
export { hasLeft, lockMemberEvents } from './former-members.ts'
export { beginsWith, hasName, isOneOf, matchesMember } from './member-search.ts'
