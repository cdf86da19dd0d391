// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List the messages to members with previews. `GET /admin/api/messageTemplates` */
export const listMessageTemplates = call('member', 'listMessageTemplates', 'GET /admin/api/messageTemplates')
/** Turn a channel on or off for a kind of messages. `PUT /admin/api/messageTemplates` */
export const updateMessageTemplate = call('member', 'updateMessageTemplate', 'PUT /admin/api/messageTemplates', [
  'kind',
  'channel',
  'on',
])
