import type { Handlers } from '@kingcar/bus'
import type { Served } from '@kingcar/contract'
import { exportAccessLogs } from './access-log/export.ts'
import { listAccessLogs } from './access-log/list.ts'
import { changeAdminPassword } from './admin/change-password.ts'
import { getAdmin, getOwnAdmin } from './admin/get.ts'
import { joinAdmin } from './admin/join.ts'
import { listAdmins } from './admin/list.ts'
import { loginAdmin } from './admin/login.ts'
import { endAdminSession, endOtherAdminSessions, listAdminSessions } from './admin/sessions.ts'
import { updateAdmin } from './admin/update.ts'
import { createPasswordLink } from './admin-password/create-link.ts'
import { forgetAdminPassword } from './admin-password/forget.ts'
import { resetAdminPassword } from './admin-password/reset.ts'
import { beginTotp } from './admin-second-factor/begin.ts'
import { confirmTotp } from './admin-second-factor/confirm.ts'
import { deleteTotp } from './admin-second-factor/delete.ts'
import { replaceRecoveryCodes } from './admin-second-factor/replace-recovery-codes.ts'
import { resetSecondFactor } from './admin-second-factor/reset.ts'
import { createAlertRule } from './alert/create-rule.ts'
import { deleteAlertRule } from './alert/delete-rule.ts'
import { getAlertRecipients } from './alert/get-recipients.ts'
import { getAlertBell, listAlertRules, listAlerts } from './alert/list.ts'
import { markAlertsSeen } from './alert/mark-seen.ts'
import { updateAlertRule } from './alert/update-rule.ts'
import { confirmAlertPhone } from './alert-phone/confirm.ts'
import { deleteAlertPhone } from './alert-phone/delete.ts'
import { createApiKey } from './api-key/create.ts'
import { deleteApiKey } from './api-key/delete.ts'
import { listApiKeys } from './api-key/list.ts'
import { rotateApiKey } from './api-key/rotate.ts'
import { getAttention } from './attention/get.ts'
import { exportAuditLogs } from './audit-log/export.ts'
import { listAuditLogs } from './audit-log/list.ts'
import { createCar } from './car/create.ts'
import { deleteCar } from './car/delete.ts'
import { getCar } from './car/get.ts'
import { listCars } from './car/list.ts'
import { updateCar } from './car/update.ts'
import { listCarBrands } from './car-brand/list.ts'
import type { Ctx } from './context.ts'
import { getDemo } from './demo/get.ts'
import { removeDemo } from './demo/remove.ts'
import { acceptInvitation } from './invitation/accept.ts'
import { checkInvitation } from './invitation/check.ts'
import { createInvitation } from './invitation/create.ts'
import { listInvitations } from './invitation/list.ts'
import { withdrawInvitation } from './invitation/withdraw.ts'
import { agreeToTerms } from './member-account/agree-to-terms.ts'
import { deleteMe } from './member-account/delete.ts'
import { getMe } from './member-account/get.ts'
import { joinMember } from './member-account/join.ts'
import { loginMember } from './member-account/login.ts'
import { resetPassword } from './member-account/reset-password.ts'
import { updateMe } from './member-account/update.ts'
import { withdrawAgreement } from './member-account/withdraw-agreement.ts'
import { endMemberSessions } from './member-admin/end-sessions.ts'
import { exportMembers } from './member-admin/export.ts'
import { getMember } from './member-admin/get.ts'
import { countMembers, listMembers } from './member-admin/list.ts'
import { releasePhone } from './member-admin/release-phone.ts'
import { listMemberMessages } from './message/list-member-messages.ts'
import { listMessageTemplates, updateMessageTemplate } from './message/message-templates.ts'
import { getNotificationSettings, updateNotificationSettings } from './message/notification-settings.ts'
import { beginPasskey } from './passkey/begin.ts'
import { beginPasskeyLogin } from './passkey/begin-login.ts'
import { confirmPasskey } from './passkey/confirm.ts'
import { deletePasskey } from './passkey/delete.ts'
import { getSecondFactors } from './passkey/get-second-factors.ts'
import { loginByPasskey } from './passkey/login.ts'
import { updatePasskey } from './passkey/update.ts'
import { checkPhoneVerification } from './phone-verification/check.ts'
import { sendAlertPhoneCode, sendPhoneVerification } from './phone-verification/send.ts'
import { createPushToken, deletePushToken } from './push/tokens.ts'
import { createScreenSession } from './screen/create.ts'
import { deleteScreen } from './screen/delete.ts'
import { listScreens } from './screen/list.ts'
import { messageScreen } from './screen/message.ts'
import { beginScreenPairing, openPairedScreen } from './screen/pairing.ts'
import { updateScreen } from './screen/update.ts'
import { logout } from './session/logout.ts'
import { reissue } from './session/reissue.ts'
import { getSetup } from './setup/get.ts'
import { setUp } from './setup/set-up.ts'
import { listOutbox } from './sms/list-outbox.ts'
import { loginSocial } from './social/login.ts'
import { receiveAppleNotice } from './social-notice/receive-apple-notice.ts'
import { receiveKakaoUnlink } from './social-notice/receive-kakao-unlink.ts'
import { createWebhookEndpoint } from './webhook/create.ts'
import { deleteWebhookEndpoint } from './webhook/delete.ts'
import { listWebhookEndpoints } from './webhook/list.ts'
import { listWebhookDeliveries } from './webhook/list-deliveries.ts'
import { replayWebhookDeliveries } from './webhook/replay.ts'
import { rotateWebhookSecret } from './webhook/rotate.ts'
import { testWebhookEndpoint } from './webhook/send-test.ts'
import { updateWebhookEndpoint } from './webhook/update.ts'

/** The function of every operation of this service. */
export const handlers: Handlers<Ctx, Served['member']> = {
  joinAdmin,
  getSetup,
  setUp,
  loginAdmin,
  reissueAdmin: (ctx, input, caller) => reissue(ctx, ['admin', 'screen'], input, caller),
  logoutAdmin: (ctx, input, caller) => logout(ctx, 'admin', input, caller),
  listAdmins,
  getAdmin,
  updateAdmin,
  getOwnAdmin,
  listAdminSessions,
  endAdminSession,
  endOtherAdminSessions,
  changeAdminPassword,
  forgetAdminPassword,
  resetAdminPassword,
  beginTotp,
  confirmTotp,
  deleteTotp,
  replaceRecoveryCodes,
  resetSecondFactor,
  getSecondFactors,
  beginPasskey,
  confirmPasskey,
  updatePasskey,
  sendAlertPhoneCode,
  confirmAlertPhone,
  deleteAlertPhone,
  getAlertRecipients,
  deletePasskey,
  beginPasskeyLogin,
  loginByPasskey,
  createPasswordLink,
  createApiKey,
  listApiKeys,
  rotateApiKey,
  deleteApiKey,
  createWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  deleteWebhookEndpoint,
  listAlerts,
  getAlertBell,
  markAlertsSeen,
  listAlertRules,
  createAlertRule,
  updateAlertRule,
  deleteAlertRule,
  createInvitation,
  listInvitations,
  withdrawInvitation,
  checkInvitation,
  acceptInvitation,
  createCar,
  listCars,
  getCar,
  updateCar,
  deleteCar,
  listCarBrands,
  sendPhoneVerification,
  checkPhoneVerification,
  listOutbox,
  loginSocial,
  receiveKakaoUnlink,
  receiveKakaoUnlinkByQuery: receiveKakaoUnlink,
  receiveAppleNotice,
  joinMember,
  loginMember,
  reissueMember: (ctx, input, caller) => reissue(ctx, ['member'], input, caller),
  logoutMember: (ctx, input, caller) => logout(ctx, 'member', input, caller),
  resetPassword,
  getMe,
  updateMe,
  deleteMe,
  agreeToTerms,
  withdrawAgreement,
  listMembers,
  countMembers,
  exportMembers,
  getMember,
  endMemberSessions,
  releasePhone,
  createPushToken,
  deletePushToken,
  getNotificationSettings,
  updateNotificationSettings,
  listMessageTemplates,
  updateMessageTemplate,
  listMemberMessages,
  createScreenSession,
  beginScreenPairing,
  openPairedScreen,
  listScreens,
  updateScreen,
  deleteScreen,
  messageScreen,
  listAuditLogs,
  exportAuditLogs,
  listAccessLogs,
  exportAccessLogs,
  getAttention,
  getDemo,
  removeDemo,
}
