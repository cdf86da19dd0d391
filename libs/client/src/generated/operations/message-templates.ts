// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List the messages to members with previews. `GET /admin/api/messageTemplates`
 */
export const listMessageTemplates: Call<'member', 'listMessageTemplates'> = {
  service: 'member',
  name: 'listMessageTemplates',
  http: 'GET /admin/api/messageTemplates',
  required: [],
  token: true,
}
/**
 * Turn a channel on or off for a kind of messages. `PUT /admin/api/messageTemplates`
 */
export const updateMessageTemplate: Call<'member', 'updateMessageTemplate'> = {
  service: 'member',
  name: 'updateMessageTemplate',
  http: 'PUT /admin/api/messageTemplates',
  required: ['kind', 'channel', 'on'],
  token: true,
}
