import { createAnswerJudge } from './answer-judge.ts'
import type { SentRequest } from './attack.ts'
import { faultOf } from './conformance.ts'
import { codeOf, type Finding } from './finding.ts'
import type { Fixtures } from './fixtures.ts'
import { createLeakJudge } from './leak-judge.ts'
import { judgeLists } from './list-judge.ts'
import { judgePermission } from './permission-judge.ts'
import type { Answer } from './send-request.ts'

export type Judge = {
  /** `value` is the response's JSON, undefined if it has none. */
  judge(sent: SentRequest, answer: Answer, value: unknown): Finding[]
}

/** Maximum milliseconds of any response on a shared machine. */
const longest = 5_000

/** Judges responses by everything that the document and the conventions promise. */
export function createJudge(fixtures: Fixtures): Judge {
  const answers = createAnswerJudge()
  const leaks = createLeakJudge(fixtures)
  return {
    judge(sent, answer, value) {
      if (answer.failure !== undefined)
        return [{ claim: 'every request is answered', detail: answer.failure, mayBeLoad: true }]
      const findings = [...late(answer), ...answers.judge(sent, answer, value), ...leaks.judge(sent, answer)]
      const { operation, address, method } = sent.attack
      const isAway = answer.status === 503 && codeOf(value) === 'UNAVAILABLE' // nothing was decided; how often it may happen is judged above
      if (isAway || address !== undefined || method !== operation.method) return findings
      return [
        ...findings,
        ...judgePermission(sent, answer, value),
        ...judgeInput(sent, answer, value),
        ...judgeLists(sent, answer, value),
      ]
    },
  }
}

const late = ({ milliseconds }: Answer): Finding[] =>
  milliseconds > longest ? [{ claim: 'responses take at most 5 s', detail: `${milliseconds} ms`, mayBeLoad: true }] : []

const isSuccess = ({ status }: Answer) => status < 400

/** The format of a valid request is not rejected, and an invalid one is not accepted. */
function judgeInput(sent: SentRequest, answer: Answer, value: unknown): Finding[] {
  const { operation, twist } = sent.attack
  const fault = faultOf(sent)
  if (fault !== undefined && isSuccess(answer) && answer.status !== 101)
    return [{ claim: 'invalid requests are rejected', detail: `${fault}: ${answer.status}` }]
  if (twist !== 'nothing' || fault !== undefined || codeOf(value) !== 'VALIDATION_FAILED') return []
  const { error } = value as { error: { details?: { path: string }[] } }
  const paths = (error.details ?? []).map(({ path }) => path)
  const left = paths.filter((path) => !isJudgedLater(operation.id, path))
  if (left.length === 0 && paths.length > 0) return []
  return [{ claim: 'valid requests are not rejected', detail: `${JSON.stringify(error.details)}` }]
}

/** Fields of one type of products. */
const planTerms =
  /^(billingMonths|useLimit|validityDays|firstPeriodPrice|trialDays|commitmentPeriods|pauseDaysPerYear)$/

/*
 * Rules that no schema can express and that the reference explains: dependent fields, terms not in force, a wrong old
 * password, a plate that no authority issues.
 */
const later: Readonly<Record<string, RegExp>> = {
  putAppSetting: /^value$/,
  updateMe: /^(name|newPassword|currentPassword|verificationToken)$/,
  joinAdmin: /^name$/,
  createApiKey: /^(name|storeIds(\.\d+)?|expiresAt)$/,
  createListedPlate: /^(carNumber|expiresAt)$/,
  createDevice: /^(name|laneName|gateOutput)$/,
  updateDevice: /^(name|laneName|gateOutput)$/,
  createAlertRule: /^(threshold|storeIds(\.\d+)?|quietTo|roles)$/,
  updateAlertRule: /^(threshold|storeIds(\.\d+)?|quietTo|roles)$/,
  announcePriceChange: /^(id|fromDate)$/,
  createCoupon: /^(name|code|discountWon|maximumDiscount|untilDate)$/,
  updateCoupon: /^(name|discountWon|maximumDiscount|untilDate|limitTotal)$/,
  createWebhookEndpoint: /^(name|url)$/,
  updateWebhookEndpoint: /^(name|url)$/,
  createInvitation: /^(name|storeIds(\.\d+)?)$/,
  setUp: /^(name|password)$/,
  resetAdminPassword: /^newPassword$/,
  acceptInvitation: /^(name|email|password)$/,
  updateAdmin: /^(name|storeIds(\.\d+)?)$/,
  changeAdminPassword: /^currentPassword$/,
  beginTotp: /^currentPassword$/,
  beginPasskey: /^currentPassword$/,
  sendAlertPhoneCode: /^phoneNumber$/,
  confirmAlertPhone: /^phoneNumber$/,
  deleteTotp: /^(currentPassword|code)$/,
  replaceRecoveryCodes: /^(currentPassword|code)$/,
  joinMember: /^(name|email|password|socialToken|nonce|authorizationCode|agreedTermsIds)$/,
  loginSocial: /^authorizationCode$/,
  agreeToTerms: /^agreedTermsIds$/,
  updateCar: /^main$/,
  updateCard: /^main$/,
  createCard: /^(cardNumber|expiry|birth|passwordTwoDigits|customerUid|)$/,
  createOrder: /^(couponCode|payMethod)$/,
  payOrder: /^(impUid|cardId|)$/,
  updateTerms: /^type$/,
  compareTerms: /^with$/,
  createBanner: /^endsAt$/,
  updateBanners: /^banners\.\d+\.(id|endsAt)$/,
  arrangeProducts: /^products\.\d+\.id$/,
  createProduct: planTerms,
  updateProduct: planTerms,
  createStore: /^businessHours/,
  updateStore: /^businessHours/,
  messageScreen: /^(text|reload|)$/,
  createRehearsal: /^(to|)$/,
  getRevenue: /^to$/,
  getVisitStatistics: /^to$/,
  getMoneyFigures: /^to$/,
  exportMoneyFigures: /^to$/,
  getSubscriptionFigures: /^to$/,
  exportSubscriptionFigures: /^to$/,
  getUseFigures: /^to$/,
  exportUseFigures: /^to$/,
  getSubscriptionCohorts: /^to$/,
  exportSubscriptionCohorts: /^to$/,
  compareSettlement: /^date$/,
  ...Object.fromEntries(
    ['Members', 'AuditLogs', 'Orders', 'UserProducts', 'UseLogs', 'Visits'].map((list) => [
      `export${list}`,
      /^reason$/,
    ]),
  ),
  getVisitFigures: /^to$/,
  exportVisitFigures: /^to$/,
  grantUserProduct: /^startsAt$/,
  importSettlement: /^csv$/,
  sellProduct: /^(approvalNumber|remembersBusiness|cashReceipt(\.identifier)?)$/,
  issueCashReceipt: /^identifier$/,
  openLive: /^Upgrade$/,
  refundMyOrder: /^refundAccount$/,
  refundOrder: /^(refundAccount|cancelApprovalNumber)$/,
  receiveOpenAlpr: /./, // vendors' fields, which are validated after the kind of message is known
  receiveFrigate: /./,
}

const isJudgedLater = (id: string, path: string) => later[id]?.test(path) ?? false
