import { type Operation, readOperations, type Schema } from '../../openapi-document.ts'
import type { Probe, ProbeContext } from './probe.ts'

/*
 * The agreed interface, independent of the current document: a limit that is removed from the contract is removed from
 * the document too, and no test that is generated from the document would notice.
 */

const fields = `
joinAdmin      email:maxLength=254 password:minLength=10 password:maxLength=128 name:maxLength=50 joinCode:minLength=1
setUp code:minLength=1 password:minLength=10 password:maxLength=128
resetAdminPassword newPassword:minLength=10 newPassword:maxLength=128
acceptInvitation password:minLength=10 password:maxLength=128 email:maxLength=254 name:maxLength=50
joinMember     password:minLength=8 password:maxLength=128 email:maxLength=254 name:minLength=1 agreedTermsIds:maxItems=20
changeAdminPassword newPassword:minLength=10 newPassword:maxLength=128
updateMe       newPassword:minLength=8 newPassword:maxLength=128 name:maxLength=50
resetPassword  email:maxLength=254 newPassword:minLength=8 newPassword:maxLength=128
checkPhoneVerification code:pattern=^\\d{6}$
createBanner   title:minLength=1 title:maxLength=100
updateBanners  banners:minItems=1 banners:maxItems=100
createNotice   title:minLength=1 title:maxLength=200 content:minLength=1 content:maxLength=20000
createProduct  price:minimum=0 price:maximum=100000000 price:type=integer
updateProduct  price:minimum=0 price:maximum=100000000 price:type=integer
createStore    latitude:minimum=-90 latitude:maximum=90 longitude:minimum=-180 longitude:maximum=180
createTerms    title:maxLength=200 content:maxLength=50000
putAppSetting  key:pattern=^[a-z][a-zA-Z0-9.]{0,63}$
refundOrder    amount:minimum=1 amount:type=integer reason:minLength=1
`
const bodies = `
createOrder productId carId couponCode payMethod
payOrder impUid cardId
createCar carNumber carBrandId model color nickname imageId main
updateCar carNumber carBrandId model color nickname imageId main
createCard cardNumber expiry birth passwordTwoDigits customerUid alias
updateCard alias main
updateMe name verificationToken currentPassword newPassword
joinAdmin email password name joinCode
createInvitation role storeIds email name
updateAdmin name disabled role storeIds
refundOrder amount reason refundAccount cancelApprovalNumber
grantUserProduct memberId productId startsAt reason
createNotice title content pinned publishedAt
`

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/))

const agreed = async ({ target }: ProbeContext): Promise<string[]> => {
  const operations = new Map(
    (await readOperations(target.http)).map((operation): [string, Operation] => [operation.id, operation]),
  )
  const schemaOf = (id: string | undefined): Schema | undefined => operations.get(id ?? '')?.body?.schema
  const bounds = lines(fields).flatMap(([id, ...all]) =>
    all.flatMap((each) => {
      const [field = '', keyword = '', value] = each
        .split(/[:=](.*)/s)
        .flatMap((part) => part.split(/=(.*)/s))
        .filter((part) => part !== '')
      const given = schemaOf(id)?.properties?.[field]?.[keyword as keyof Schema]
      return String(given) === value ? [] : [`${id}: ${keyword} of ${field} is ${given} instead of ${value}`]
    }),
  )
  const names = lines(bodies).flatMap(([id, ...wanted]) => {
    const given = Object.keys(schemaOf(id)?.properties ?? {})
    return given.toSorted().join() === wanted.toSorted().join() ? [] : [`${id} takes ${given.join(', ')}`]
  })
  const open = [
    ...['createOrder', 'cancelOrder', 'refundMyOrder', 'getMe', 'listOrders', 'exportMembers', 'createDevice'],
    ...['listAuditLogs', 'listAccessLogs'],
  ]
  const doors = open.flatMap((id) =>
    operations.get(id)?.access === 'bearer' ? [] : [`${id} has access ${operations.get(id)?.access}`],
  )
  return [...bounds, ...names, ...doors]
}

export const agreedProbes: readonly Probe[] = [{ claim: 'the document matches the agreed interface', run: agreed }]
