/** The name of an account in its passkeys: its id, which says nothing about a person. */
export const userHandleOf = (adminId: string): string => Buffer.from(adminId).toString('base64url')
