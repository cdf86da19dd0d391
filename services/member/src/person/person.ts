import { AppError, type Detail, mustBeGiven, type Provider, type SocialProvider } from '@kingcar/contract'

/**
 * Youngest age of a member: younger people need the consent of their guardians (개인정보 보호법 §22-2), which KingCar does not
 * collect.
 */
const youngest = 14
const oldest = 150

const fault = (path: string, ko: string, en: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path, ko, en } satisfies Detail] })

/**
 * Normalises a name: NFC, no surrounding spaces, single spaces within.
 * @throws AppError VALIDATION_FAILED without a letter or digit that shows, or with control or format characters
 */
export function personName(typed: string): string {
  const name = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (!/[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]/v.test(name) || /[\p{Cc}\p{Cf}]/u.test(name))
    throw fault('name', '이름을 입력해 주세요.', 'Must be a name.')
  return name
}

/**
 * @param today in Asia/Seoul, YYYY-MM-DD
 * @throws AppError VALIDATION_FAILED for a date in the future, an age above 150 years or below 14
 */
export function checkBirthDate(birthDate: string, today: string): void {
  if (birthDate > today || birthDate < yearsBefore(today, oldest))
    throw fault('birthDate', '생년월일을 확인해 주세요.', 'Is not a valid date of birth.')
  if (birthDate > yearsBefore(today, youngest))
    throw fault('birthDate', '만 14세부터 가입할 수 있어요.', 'Members must be at least 14 years old.')
}

/** Dates compare as text. A person born on 29 February becomes a year older on 1 March, without a special case. */
const yearsBefore = (date: string, years: number) => `${String(Number(date.slice(0, 4)) - years)}${date.slice(4)}`

/** The credentials of a join: an email and a password, or the tokens that an app got from a sign-in at its provider. */
export type Credentials =
  | { provider: 'KINGCAR'; email: string; password: string }
  | {
      provider: SocialProvider
      socialToken: string
      nonce?: string | undefined
      authorizationCode?: string | undefined
    }

type Fields = { provider: Provider } & {
  [F in 'email' | 'password' | 'socialToken' | 'nonce' | 'authorizationCode']?: string | undefined
}

/**
 * Checks that the fields belong to the provider: email and password to KINGCAR, a social token to the others.
 * @throws AppError VALIDATION_FAILED with a detail for each field that is missing or not allowed
 */
export function credentialsOf(input: Fields): Credentials {
  const { provider, email, password, socialToken, nonce, authorizationCode } = input
  const [wanted, unwanted] =
    provider === 'KINGCAR'
      ? [
          { email, password },
          { socialToken, nonce, authorizationCode },
        ]
      : [{ socialToken }, { email, password }]
  const details = [
    ...pathsOf(wanted, false).map((path) => ({ path, ...mustBeGiven })),
    ...pathsOf(unwanted, true).map((path) => ({
      path,
      ko: '이 가입 방법에는 쓰지 않아요.',
      en: 'Is not allowed with this provider.',
    })),
  ]
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  if (provider !== 'KINGCAR') return { provider, socialToken: String(socialToken), nonce, authorizationCode }
  return { provider, email: String(email), password: String(password) }
}

const pathsOf = (fields: object, present: boolean) =>
  Object.entries(fields).flatMap(([path, value]) => ((value !== undefined) === present ? [path] : []))
