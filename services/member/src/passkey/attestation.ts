/**
 * Throws if a new passkey comes with certificates of its manufacturer, which were not requested. The library would
 * check the certificates and request the URLs in them: so a caller could make this process connect to any address.
 * @param attestationObject base64url of CBOR
 * @throws Error
 */
export async function assertNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  // Without requested certificates a browser passes on an attestation that the authenticator signed with the passkey's
  // own key.
  const isOwnSignature = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isOwnSignature)
    throw new Error(`the attestation ${format} is signed with certificates, which are not accepted`)
}
