/** The name of an account in its passkeys: its id, which contains no personal data. */
export const userHandleOf = (adminId: string): string => Buffer.from(adminId).toString('base64url')
