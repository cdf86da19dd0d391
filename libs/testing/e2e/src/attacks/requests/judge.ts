import { createAnswerJudge } from './answer-judge.ts'
import { codeOf, type Finding } from './finding.ts'
import type { World } from './fixtures.ts'
import { createLeakJudge } from './leak-judge.ts'
import { judgeLists } from './list-judge.ts'
import { judgePermission } from './permission-judge.ts'
import { faultOf } from './reading.ts'
import type { Sent } from './render.ts'
import type { Answer } from './send.ts'

export type Judge = {
  /** `value` is the answer's JSON, undefined where it is none. */
  judge(sent: Sent, answer: Answer, value: unknown): Finding[]
}

/** Milliseconds that any answer may take on a machine that others share. */
const longest = 5_000

/** Looks at answers by all that the document and the conventions promise. */
export function createJudge(world: World): Judge {
  const answers = createAnswerJudge()
  const leaks = createLeakJudge(world)
  return {
    judge(sent, answer, value) {
      if (answer.failure !== undefined)
        return [{ claim: 'every request is answered', detail: answer.failure, mayBeLoad: true }]
      const findings = [...late(answer), ...answers.judge(sent, answer, value), ...leaks.judge(sent, answer)]
      const { operation, address, method } = sent.attack
      const isAway = answer.status === 503 && codeOf(value) === 'UNAVAILABLE' // nothing was decided; how often it may be said is judged above
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
  milliseconds > longest ? [{ claim: 'answers take at most 5 s', detail: `${milliseconds} ms`, mayBeLoad: true }] : []

const isSuccess = ({ status }: Answer) => status < 400

/** A request that is right is not refused for its form, and one that is wrong is not taken. */
function judgeInput(sent: Sent, answer: Answer, value: unknown): Finding[] {
  const { operation, twist } = sent.attack
  const fault = faultOf(sent)
  if (fault !== undefined && isSuccess(answer) && answer.status !== 101)
    return [{ claim: 'what the document does not allow is refused', detail: `${fault}: ${answer.status}` }]
  if (twist !== 'nothing' || fault !== undefined || codeOf(value) !== 'VALIDATION_FAILED') return []
  const { error } = value as { error: { details?: { path: string }[] } }
  const paths = (error.details ?? []).map(({ path }) => path)
  const left = paths.filter((path) => !isJudgedLater(operation.id, path))
  if (left.length === 0 && paths.length > 0) return []
  return [{ claim: 'what the document allows is not refused', detail: `${JSON.stringify(error.details)}` }]
}

/*
 * What no schema can say, and the reference says in words: which fields go together, what is not in force, an old password
 * that is wrong, a plate that no authority gives.
 */
const later: Readonly<Record<string, RegExp>> = {
  putAppSetting: /^value$/,
  updateMe: /^(name|newPassword|currentPassword|verificationToken)$/,
  joinAdmin: /^name$/,
  updateAdmin: /^name$/,
  changeAdminPassword: /^currentPassword$/,
  joinMember: /^(name|email|password|socialToken|nonce|authorizationCode|agreedTermsIds)$/,
  loginSocial: /^authorizationCode$/,
  agreeToTerms: /^agreedTermsIds$/,
  updateCar: /^main$/,
  updateCard: /^main$/,
  createCard: /^(cardNumber|expiry|birth|passwordTwoDigits|customerUid|)$/,
  payOrder: /^(impUid|cardId|)$/,
  updateTerms: /^type$/,
  compareTerms: /^with$/,
  createBanner: /^endsAt$/,
  updateBanners: /^banners\.\d+\.(id|endsAt)$/,
  arrangeProducts: /^products\.\d+\.id$/,
  createProduct: /^(billingMonths|useLimit)$/,
  updateProduct: /^(billingMonths|useLimit)$/,
  createStore: /^businessHours/,
  updateStore: /^businessHours/,
  messageScreen: /^(text|reload|)$/,
  getRevenue: /^to$/,
  getVisitStatistics: /^to$/,
  grantUserProduct: /^startsAt$/,
  openLive: /^Upgrade$/,
  receiveOpenAlpr: /./, // fields of vendors, which are judged once it is known what a message is
  receiveFrigate: /./,
}

const isJudgedLater = (id: string, path: string) => later[id]?.test(path) ?? false
