/** Who a token speaks for; it stands in the claims `role` and `aud`. */
export const roles = ['admin', 'member', 'screen'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call an operation.
 * `device`: HTTP Basic with a recognizer's id and secret. `image`: anybody, and the owning service decides by what the
 * image belongs to. `memberUnlessPublicNotices`: a member, or anybody while the setting `notices.public` is on.
 */
export type Access =
  | 'public'
  | 'admin'
  | 'member'
  | 'screen'
  | 'adminOrMember'
  | 'adminOrScreen'
  | 'device'
  | 'image'
  | 'memberUnlessPublicNotices'

/** The token roles that an access admits; an empty list means that no bearer token is asked for. */
export const rolesFor: Record<Access, readonly Role[]> = {
  public: [],
  device: [],
  image: ['admin', 'member', 'screen'],
  admin: ['admin'],
  member: ['member'],
  screen: ['screen'],
  adminOrMember: ['admin', 'member'],
  adminOrScreen: ['admin', 'screen'],
  memberUnlessPublicNotices: ['member'],
}
