import { beginPasskeyLogin, loginByPasskey as loginByPasskeyCall } from '@kingcar/client'
import { callWithoutSession, signIn } from './api.ts'

const texts: Readonly<Record<string, string>> = {
  NotAllowedError: '패스키 확인을 마치지 못했어요. 다시 시도해 주세요.',
  SecurityError: '이 주소에서는 패스키를 쓸 수 없어요. 관리자 화면의 원래 주소로 들어와 주세요.',
  InvalidStateError: '이 기기의 패스키는 이미 추가했어요.',
}
const otherwise = '이 브라우저에서 패스키를 쓰지 못했어요. 다른 방법으로 로그인해 주세요.'

/** The browser made or used no passkey. The message is for the user. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}

/** Whether this browser has passkeys, which it offers on secure origins only. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

type Library = typeof import('@simplewebauthn/browser')

/**
 * Asks the browser for a passkey, with the library, which is loaded only then.
 * @throws PasskeyError if the user cancels, or the browser refuses
 */
export async function askForPasskey<T>(ask: (library: Library) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser')
  try {
    return await ask(library)
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    throw new PasskeyError(texts[name] ?? otherwise, { cause })
  }
}

/** Signs in with a passkey that the user chooses. Rejects as the client does, or with PasskeyError. */
export async function loginByPasskey(): Promise<void> {
  const optionsJSON = await callWithoutSession(beginPasskeyLogin, {})
  const { id: credentialId, response } = await askForPasskey((library) => library.startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const input = { credentialId, clientDataJSON, authenticatorData, signature, userHandle }
  await signIn((open) => open.exchange(loginByPasskeyCall, input))
}
