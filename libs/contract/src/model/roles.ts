/** Roles of tokens: the values of the claims `role` and `aud`. */
export const roles = ['admin', 'member', 'screen'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call an operation. `device`: HTTP Basic with a recognizer's id and secret. `image`: everyone; the owning
 * service decides by the use of the image. `memberUnlessPublicNotices`: members, and everyone while the setting
 * `notices.public` is on.
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

/** The token roles that an access accepts; empty if no bearer token is required. */
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
