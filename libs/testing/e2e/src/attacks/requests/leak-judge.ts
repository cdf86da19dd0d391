import type { Finding } from './finding.ts'
import type { World } from './fixtures.ts'
import type { Sent } from './render.ts'
import type { Answer } from './send.ts'

/** Names of fields that no answer has, whoever asks. */
const secretFields =
  /"(?:passwordHash|password|hash|secretHash|customerUid|billingKey|socialSubject|socialGrant|fieldVersions|tokenHash|otp|code(?=":"\d{6}"))"/
/** Answers that hold a secret, which is what they are for. */
const tellsTokens = /^(?:joinMember|loginMember|loginAdmin|loginSocial|reissueMember|reissueAdmin|createScreenSession)$/
const tellsSecret = /^(?:createDevice|rotateDeviceSecret)$/

/** Looks for what is private to one in what another is told, and for what nobody is told. */
export function createLeakJudge({ attackers, control }: Pick<World, 'attackers' | 'control'>) {
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
    judge({ attack: { operation }, as }: Sent, { status, content }: Answer): Finding[] {
      const text = content.toString('utf8')
      const findings: Finding[] = []
      const tell = (claim: string, detail: string) => findings.push({ claim, detail: `${status}: ${detail}` })
      if (as?.role !== 'admin') {
        const others = [...privateTo].filter(([name]) => name !== as?.name).flatMap(([, texts]) => texts)
        const leaked = [...others, ...admins].find((each) => text.includes(each))
        if (leaked !== undefined) tell("nobody is told what is another's", leaked)
      }
      const secret = secrets.find((each) => text.includes(each))
      if (secret !== undefined && !tellsTokens.test(operation.id)) tell('no answer holds a secret', secret.slice(0, 20))
      if (status >= 400) return findings
      const field = secretFields.exec(text)?.[0]
      if (field) tell('no answer has a field for a secret', field)
      if (/"(?:accessToken|refreshToken)":/.test(text) && !tellsTokens.test(operation.id))
        tell('no answer has a field for a secret', 'a token')
      if (/"secret":/.test(text) && !tellsSecret.test(operation.id))
        tell('no answer has a field for a secret', 'secret')
      return findings
    },
  }
}
