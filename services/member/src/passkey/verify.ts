import { AppError } from '@kingcar/contract'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import type { Ctx } from '../context.ts'
import { assertNoCertificates } from './attestation.ts'
import { consumeChallenge } from './challenges.ts'
import { consoleSite } from './console-site.ts'

/** Signatures that passkeys may have, as COSE identifies them: EdDSA, ES256, RS256. */
export const signatureAlgorithms = [-8, -7, -257]

/** Loaded at its first use: the start of the process does not need its parsers of certificates. */
const library = () => import('@simplewebauthn/server')

const ClientData = Type.Object({ challenge: Type.String(), origin: Type.String() })

function readClientData(clientDataJSON: string) {
  try {
    return Value.Parse(ClientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
  } catch (cause) {
    throw new AppError('PASSKEY_INVALID', { cause })
  }
}

/**
 * Uses up the challenge that a browser names, and checks its origin.
 * @param adminId the administrator who adds a passkey; null for a sign-in
 * @returns the expected values for the verification of the response
 * @throws AppError PASSKEYS_UNAVAILABLE, PASSKEY_INVALID, PASSKEY_CHALLENGE_INVALID or PASSKEY_ORIGIN_INVALID
 */
async function expectedOf(ctx: Pick<Ctx, 'consoleUrl' | 'db' | 'now'>, clientDataJSON: string, adminId: string | null) {
  const { origin: expectedOrigin, rpId: expectedRPID } = consoleSite(ctx.consoleUrl)
  const { challenge: expectedChallenge, origin } = readClientData(clientDataJSON)
  await consumeChallenge(ctx, expectedChallenge, adminId)
  if (origin !== expectedOrigin) throw new AppError('PASSKEY_ORIGIN_INVALID')
  return { expectedChallenge, expectedOrigin, expectedRPID }
}

/** The library's verdict about a response. The library throws for unexpected values, which counts as invalid. */
async function verified<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T & { verified: true }> {
  try {
    const result = await verify()
    if (result.verified) return { ...result, verified: true }
  } catch (cause) {
    throw new AppError('PASSKEY_INVALID', { cause })
  }
  throw new AppError('PASSKEY_INVALID')
}

const publicKeyOf = (credentialId: string) =>
  ({ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} }) as const

/**
 * Verifies a passkey that a browser made for an account.
 * @throws AppError as `expectedOf` does, and PASSKEY_INVALID
 */
export async function verifyNewPasskey(
  ctx: Pick<Ctx, 'consoleUrl' | 'db' | 'now'>,
  { credentialId, ...response }: { credentialId: string; clientDataJSON: string; attestationObject: string },
  adminId: string,
): Promise<WebAuthnCredential> {
  const expected = await expectedOf(ctx, response.clientDataJSON, adminId)
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verified(async () => {
    await assertNoCertificates(response.attestationObject)
    return verifyRegistrationResponse({
      ...expected,
      response: { ...publicKeyOf(credentialId), response },
      supportedAlgorithmIDs: signatureAlgorithms,
    })
  })
  if (!registrationInfo) throw new AppError('PASSKEY_INVALID')
  return registrationInfo.credential
}

type Assertion = {
  credentialId: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string
}

/**
 * Returns a function that verifies the signature of a sign-in by a public key, and returns the counter of the passkey. The
 * caller compares it with the last one under a lock.
 * @throws AppError as `expectedOf` does; the function throws PASSKEY_INVALID
 */
export async function readAssertion(
  ctx: Pick<Ctx, 'consoleUrl' | 'db' | 'now'>,
  { credentialId, ...response }: Assertion,
): Promise<(publicKey: Buffer) => Promise<number>> {
  const expected = await expectedOf(ctx, response.clientDataJSON, null)
  return async (publicKey) => {
    const { verifyAuthenticationResponse } = await library()
    const { authenticationInfo } = await verified(() =>
      verifyAuthenticationResponse({
        ...expected,
        response: { ...publicKeyOf(credentialId), response },
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      }),
    )
    return authenticationInfo.newCounter
  }
}
