import { randomBytes } from 'node:crypto'

/** 256 random bits in the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
