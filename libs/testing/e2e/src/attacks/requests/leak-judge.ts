import type { SentRequest } from './attack.ts'
import type { Finding } from './finding.ts'
import type { Fixtures } from './fixtures.ts'
import type { Answer } from './send-request.ts'

/** Field names that no response may have. */
const secretFields =
  /"(?:passwordHash|password|hash|secretHash|customerUid|billingKey|socialSubject|socialGrant|fieldVersions|tokenHash|otp|code(?=":"\d{6}"))"/
/** Operations whose responses contain tokens by design. */
const tellsTokens =
  /^(?:joinMember|loginMember|loginAdmin|loginSocial|reissueMember|reissueAdmin|createScreenSession|openPairedScreen)$/
const tellsSecret = /^(?:createDevice|rotateDeviceSecret|createWebhookEndpoint|rotateWebhookSecret|beginTotp)$/

/** Finds private data in responses to other callers, and secrets in any response. */
export function createLeakJudge({ attackers, control }: Pick<Fixtures, 'attackers' | 'control'>) {
  const members = [...attackers, control.member]
  const privateTo = new Map(
    members.map((member) => {
      const digits = member.phoneNumber.replaceAll(/\D/g, '').slice(-8)
      return [member.name, [member.name, member.email, digits, `${digits.slice(0, 4)}-${digits.slice(4)}`]]
    }),
  )
  const admins = [control.admin.email]
  const secrets = [...members, control.admin].flatMap(({ password, refreshToken, accessToken }) => [
    password,
    refreshToken,
    accessToken,
  ])

  return {
    judge({ attack: { operation }, as }: SentRequest, { status, content }: Answer): Finding[] {
      const text = content.toString('utf8')
      const findings: Finding[] = []
      const tell = (claim: string, detail: string) => findings.push({ claim, detail: `${status}: ${detail}` })
      if (as?.role !== 'admin') {
        const others = [...privateTo].filter(([name]) => name !== as?.name).flatMap(([, texts]) => texts)
        const leaked = [...others, ...admins].find((each) => text.includes(each))
        if (leaked !== undefined) tell("no caller receives another's data", leaked)
      }
      const secret = secrets.find((each) => text.includes(each))
      if (secret !== undefined && !tellsTokens.test(operation.id))
        tell('no response contains a secret', secret.slice(0, 20))
      if (status >= 400) return findings
      const field = secretFields.exec(text)?.[0]
      if (field) tell('no response has a secret field', field)
      if (/"(?:accessToken|refreshToken)":/.test(text) && !tellsTokens.test(operation.id))
        tell('no response has a secret field', 'a token')
      if (/"secret":/.test(text) && !tellsSecret.test(operation.id)) tell('no response has a secret field', 'secret')
      return findings
    },
  }
}
