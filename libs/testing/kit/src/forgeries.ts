import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { createKeys, goodClaims, goodHeader, part, signed } from './tokens.ts'

const now = () => Math.floor(Date.now() / 1_000)
const bytes = (text: string) => Buffer.from(text, 'base64url')

/**
 * Tokens that the product must reject, by their flaw (RFC 8725, RFC 7515); each is made when it is called. `privateKey`
 * is the product's signing key, so tokens with a valid signature have a flaw in their content. The claims are an
 * administrator's, so that an accepted token gives access to whatever it is tried on.
 */
export function forgedTokens(privateKey: KeyObject): Readonly<Record<string, () => string>> {
  const forger: Forger = { privateKey, publicKey: createPublicKey(privateKey), other: createKeys().privateKey }
  return { ...algorithms(forger), ...keys(forger), ...claims(forger), ...spellings(forger) }
}

type Forger = {
  privateKey: KeyObject
  publicKey: KeyObject
  /** Another key of the same algorithm. */
  other: KeyObject
}
type Table = Record<string, () => string>

function algorithms({ privateKey, publicKey }: Forger): Table {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const jwk = publicKey.export({ format: 'jwk' })
  const input = (alg: unknown) => `${part({ alg, typ: 'JWT' })}.${part(goodClaims())}`
  const unsigned = (alg: unknown) => () => `${input(alg)}.`
  const with64 = (alg: unknown, signature: Buffer) => () => `${input(alg)}.${signature.toString('base64url')}`
  const withHeader = (header: object) => () => signed({ ...goodHeader, ...header }, goodClaims(), privateKey)
  const hmac = (alg: string, hash: string, key: string | Buffer) => () => {
    const text = input(alg)
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
  }
  const elliptic = (dsaEncoding: 'der' | 'ieee-p1363') => () => {
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const text = input('ES256')
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')}`
  }
  return {
    ...Object.fromEntries(
      ['none', 'None', 'NONE', 'nOnE', 'none ', '', null, 0, {}].map((alg) => [
        `alg ${JSON.stringify(alg)}, no signature`,
        unsigned(alg),
      ]),
    ),
    // ASVS 9.1.2
    'alg none with a real signature': withHeader({ alg: 'none' }),
    'alg EdDSA, no signature': unsigned('EdDSA'),
    // ASVS 9.1.2
    'HS256 with the public key': hmac('HS256', 'sha256', pem),
    'HS256 with the public key, trimmed': hmac('HS256', 'sha256', pem.trim()),
    'HS256 with the public key, in lines of Windows': hmac('HS256', 'sha256', pem.replaceAll('\n', '\r\n')),
    'HS256 with the public key as DER': hmac('HS256', 'sha256', der),
    'HS256 with the public key as DER in base64': hmac('HS256', 'sha256', der.toString('base64')),
    'HS256 with the public key as JWK': hmac('HS256', 'sha256', JSON.stringify(jwk)),
    'HS256 with the bytes of the public key': hmac('HS256', 'sha256', bytes(String(jwk.x))),
    'HS384 with the public key': hmac('HS384', 'sha384', pem),
    'HS512 with the public key': hmac('HS512', 'sha512', pem),
    'HS256 with an empty key': hmac('HS256', 'sha256', ''),
    'alg EdDSA over an HMAC': hmac('EdDSA', 'sha256', pem),
    'alg ES256 over a valid signature': withHeader({ alg: 'ES256' }),
    'alg RS256 over a valid signature': withHeader({ alg: 'RS256' }),
    'alg in other letters': withHeader({ alg: 'eddsa' }),
    'alg in wide letters': withHeader({ alg: 'ＥｄＤＳＡ' }),
    'alg missing': () => signed({ typ: 'JWT' }, goodClaims(), privateKey),
    'alg a list': withHeader({ alg: ['EdDSA'] }),
    'ES256 by a key of its own': elliptic('ieee-p1363'),
    'ES256 with a signature in DER': elliptic('der'),
    'ES256 with r and s of zero': with64('ES256', Buffer.alloc(64)),
    'EdDSA with a signature of zeros': with64('EdDSA', Buffer.alloc(64)),
    'EdDSA with the neutral point and s of zero': with64('EdDSA', Buffer.concat([Buffer.from([1]), Buffer.alloc(63)])),
    'crit of something unknown': withHeader({ crit: ['b64'], b64: false }),
    'crit of what is not there': withHeader({ crit: ['exp'] }),
    'crit empty': withHeader({ crit: [] }),
    'claims as they are, as b64 false has it': () => {
      const text = `${part({ ...goodHeader, b64: false })}.${JSON.stringify(goodClaims())}`
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
    },
    // ASVS 9.2.2
    'typ of another kind': withHeader({ typ: 'refresh+jwt' }),
    'typ missing': () => signed({ alg: 'EdDSA' }, goodClaims(), privateKey),
  }
}

/** Tokens that contain or name the key for their own verification. */
function keys({ other }: Forger): Table {
  const publicKey = createPublicKey(other)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const by = (header: object, key = other) => signed({ ...goodHeader, ...header }, goodClaims(), key)
  return {
    // ASVS 9.1.1, 11.6.1
    'another Ed25519 key, as another environment has': () => by({}),
    // ASVS 11.6.1
    'another curve': () => {
      const { privateKey } = generateKeyPairSync('ed448')
      return by({}, createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    },
    // ASVS 9.1.3
    'embedded jwk': () => by({ jwk: publicKey.export({ format: 'jwk' }) }),
    // ASVS 9.1.3
    'jku of an attacker': () => by({ jku: 'https://evil.test/jwks.json' }),
    'x5u of an attacker': () => by({ x5u: 'https://evil.test/chain.pem' }),
    'x5c of an attacker': () => by({ x5c: [pem] }),
    'kid of an attacker': () => by({ kid: 'mine' }),
    // ASVS 9.1.3
    'kid with a path': () => by({ kid: '../../../../dev/null' }),
    'kid with SQL': () => by({ kid: "' union select 'x" }),
    'kid with an address': () => by({ kid: 'https://evil.test/key' }),
    'kid with a command': () => by({ kid: '| cat /etc/passwd' }),
    'kid a list': () => by({ kid: ['mine'] }),
    'kid of a prototype': () => by({ kid: '__proto__' }),
  }
}

/** Tokens with a valid signature and wrong claims. */
function claims({ privateKey }: Forger): Table {
  const good = (changes: Record<string, unknown>) => () => signed(goodHeader, goodClaims(changes), privateKey)
  const raw = (change: (json: string) => string) => () =>
    signed(goodHeader, change(JSON.stringify(goodClaims())), privateKey)
  const without = (claim: string) => () => {
    const { [claim]: _gone, ...left } = goodClaims()
    return signed(goodHeader, left, privateKey)
  }
  const also = (json: string) => raw((text) => text.replace(/}$/, `,${json}}`))
  const written = (claim: string, json: string) =>
    raw((text) => text.replace(new RegExp(`"${claim}":[^,}]+`), `"${claim}":${json}`))
  return {
    'issuer wrong': good({ iss: 'https://evil.test' }),
    'issuer with a trailing slash': good({ iss: 'kingcar/' }),
    'issuer a list': good({ iss: ['kingcar'] }),
    // ASVS 9.2.3, 10.3.1
    'audience of another role': good({ aud: 'member', role: 'admin' }),
    'audience in other letters': good({ aud: 'ADMIN', role: 'admin' }),
    // ASVS 9.2.3
    'audience a list': good({ aud: ['admin', 'member'] }),
    'audience empty': good({ aud: '' }),
    'role unknown': good({ role: 'root' }),
    'role in letters that look alike': good({ role: 'аdmin', aud: 'аdmin' }),
    'role a list': good({ role: ['admin'] }),
    'role of a prototype': good({ role: 'constructor' }),
    ...Object.fromEntries(
      ['iss', 'aud', 'role', 'sub', 'sid', 'exp', 'iat'].map((claim) => [`${claim} missing`, without(claim)]),
    ),
    'subject no id': good({ sub: "1' or '1'='1" }),
    'subject a list': good({ sub: [randomUUID()] }),
    'session a number': good({ sid: 7 }),
    // ASVS 9.2.2
    'session null': good({ sid: null }),
    'exp a string': good({ exp: String(now() + 900) }),
    // ASVS 9.2.1
    'exp Infinity': written('exp', 'Infinity'),
    'exp beyond all numbers': written('exp', '1e400'),
    'exp beyond the safe integers': good({ exp: Number.MAX_SAFE_INTEGER + 1 }),
    'exp a fraction': good({ exp: now() + 900.5 }),
    'exp negative': good({ exp: -1 }),
    'exp zero': good({ exp: 0 }),
    'exp null': good({ exp: null }),
    'exp a list': good({ exp: [now() + 900] }),
    'exp an object': good({ exp: { $gt: 0 } }),
    'iat in the future': good({ iat: now() + 3_600, exp: now() + 7_200 }),
    'iat a string': good({ iat: String(now()) }),
    // ASVS 9.2.1
    'nbf in the future': good({ nbf: now() + 3_600 }),
    'nbf a string': good({ nbf: String(now() + 3_600) }),
    // of two members with the same name the last one counts (RFC 7519 §4)
    'exp twice, at last a string': also(`"exp":"${now() + 900}"`),
    'role twice, at last another': also('"role":"member"'),
    'session twice, at last none': also('"sid":null'),
    'claims beneath a prototype': raw((text) => `{"__proto__":${text}}`),
    'claims a list': raw((text) => `[${text}]`),
    'claims null': raw(() => 'null'),
    'claims no JSON': raw((text) => text.slice(0, -1)),
    'claims behind a NUL': raw((text) => `\0${text}`),
    'claims nested deep': raw(() => `${'['.repeat(1_200)}${']'.repeat(1_200)}`),
    'a token in a token': raw((text) => JSON.stringify(signed(goodHeader, text, privateKey))),
    'a huge one': good({ extra: 'x'.repeat(5_000) }),
  }
}

/** Order of the base point of Ed25519. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same signature with s + L, which a verifier accepts that does not check the range of s. */
function malleated(signature: string): string {
  const raw = bytes(signature)
  let s = BigInt(`0x${Buffer.from(raw.subarray(32)).reverse().toString('hex')}`) + order
  for (let at = 32; at < 64; at++, s >>= 8n) raw[at] = Number(s & 255n)
  return raw.toString('base64url')
}

/** A valid token in another encoding, or with a part of it changed. */
function spellings({ privateKey }: Forger): Table {
  const good = () => signed(goodHeader, goodClaims(), privateKey)
  const of = (change: (parts: [header: string, claims: string, signature: string]) => string) => () =>
    change(good().split('.') as [string, string, string])
  return {
    'claims changed': of(([header, , signature]) => `${header}.${part(goodClaims())}.${signature}`),
    'claims empty': of(([header, , signature]) => `${header}..${signature}`),
    'header no JSON': of(([, text, signature]) => `${part('{')}.${text}.${signature}`),
    'header with a space in its JSON': of(
      ([, text, signature]) => `${part(`${JSON.stringify(goodHeader)} `)}.${text}.${signature}`,
    ),
    'header padded': of(([header, text, signature]) => `${header}=.${text}.${signature}`),
    'signature cut': () => good().slice(0, -4),
    'signature with spare bits': of(([header, text, signature]) => {
      const last = alphabet[alphabet.indexOf(signature.at(-1) ?? 'A') ^ 1]
      return `${header}.${text}.${signature.slice(0, -1)}${last}`
    }),
    'signature with a larger s': of(([header, text, signature]) => `${header}.${text}.${malleated(signature)}`),
    'signature twice': of(([header, text, signature]) => `${header}.${text}.${signature}${signature}`),
    'signature padded': () => `${good()}==`,
    'signature missing': of(([header, text]) => `${header}.${text}`),
    'signature empty': of(([header, text]) => `${header}.${text}.`),
    'one part more': () => `${good()}.${part('{}')}`,
    'one part before': () => `.${good()}`,
    'five parts (JWE)': () => `${good()}.a.b`,
    'dots alone': () => '..',
    'a percent instead of a dot': () => good().replaceAll('.', '%2E'),
    quoted: () => `"${good()}"`,
    'the scheme twice': () => `Bearer${good()}`,
  }
}
