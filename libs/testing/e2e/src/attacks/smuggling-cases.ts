/** Bytes of one connection. Requests hidden behind the first one have the id `smuggled…`; no response may have it. */
export type SmugglingCase = { name: string; bytes: Buffer }

const payment = '{"imp_uid":"imp_1","merchant_uid":"nobody","status":"paid"}'
const hidden = 'GET /api/health HTTP/1.1\r\nHost: a\r\nX-Request-Id: smuggled-request\r\n\r\n'
const length = Buffer.byteLength(payment)
/** A body, and the request to be smuggled behind it. */
const chunked = `${length.toString(16)}\r\n${payment}\r\n0\r\n\r\n`
const inChunks = `0\r\n\r\n${hidden}`

/** A call with raw headers, and everything that follows them. */
const post = (headers: string, rest: string) =>
  `POST /api/orders/webhook HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n${rest}`
const get = (headers: string, rest = hidden, target = '/api/health') =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${rest}`
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

const lengths: Record<string, string> = {
  'length and chunks': post(`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`, inChunks),
  'chunks and length': post(`Transfer-Encoding: chunked\r\nContent-Length: ${inChunks.length}\r\n`, inChunks),
  'two lengths': post(`Content-Length: 0\r\nContent-Length: ${length}\r\n`, hidden),
  'two lengths, turned': post(`Content-Length: ${length}\r\nContent-Length: 0\r\n`, hidden),
  'two equal lengths': post(`Content-Length: ${length}\r\nContent-Length: ${length}\r\n`, payment + hidden),
  ...Object.fromEntries(
    ['0, 5', '5, 5', '+0', '-0', '-1', '0x0', '0 5', '1e1', '', ' ', '٥', '0;', '"0"', '0.0', '9'.repeat(30)].map(
      (text) => [`length ${JSON.stringify(text)}`, post(`Content-Length: ${text}\r\n`, hidden)],
    ),
  ),
  'length behind a space': post('Content-Length : 0\r\n', hidden),
  'length behind a tab': post('Content-Length\t: 0\r\n', hidden),
  'length behind a NUL': post('\0Content-Length: 0\r\n', hidden),
  'length in a folded line': post('X: a\r\n Content-Length: 0\r\n', hidden),
  'length on the next line': post('Content-Length:\r\n 0\r\n', hidden),
  'length behind a bare line feed': post(`X: a\nContent-Length: 0\r\n`, hidden),
  'length behind a bare return': post(`X: a\rContent-Length: 0\r\n`, hidden),
}

const encodings: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...['xchunked', 'chunked, identity', 'identity', 'identity, chunked', 'chunked, chunked', 'chunked;q=1'],
      ...['gzip', '"chunked"', 'chunked\0', '\vchunked', 'chunked\v', '\fchunked', 'chunked\x7f', 'cow', '', 'CHUNKED'],
      ...['chunk', 'chunked,', ',chunked', 'chun\r\n ked', 'chunked\u00a0'],
    ].map((text) => [
      `encoding ${JSON.stringify(text)}`,
      post(`Content-Length: 5\r\nTransfer-Encoding: ${text}\r\n`, inChunks),
    ]),
  ),
  'encoding behind a space': post('Content-Length: 5\r\nTransfer-Encoding : chunked\r\n', inChunks),
  'encoding behind a bare line feed': post('Content-Length: 5\r\nX: a\nTransfer-Encoding: chunked\r\n', inChunks),
  'encoding behind a bare return': post('Content-Length: 5\r\nX: a\rTransfer-Encoding: chunked\r\n', inChunks),
  'encoding in a folded line': post('Content-Length: 5\r\nX: a\r\n Transfer-Encoding: chunked\r\n', inChunks),
  'encoding on the next line': post('Content-Length: 5\r\nTransfer-Encoding:\r\n chunked\r\n', inChunks),
  'encoding twice': post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n', inChunks),
  'encoding twice, turned': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n', inChunks),
  'encoding of two codings': post('Transfer-Encoding: gzip, chunked\r\n', inChunks),
  'chunks of HTTP/1.0': post('Transfer-Encoding: chunked\r\n', inChunks).replace('HTTP/1.1', 'HTTP/1.0'),
}

const inPieces = (body: string) => post('Transfer-Encoding: chunked\r\n', body)
const chunks: Record<string, string> = {
  ...Object.fromEntries(
    ['-1', '+3b', '0x3b', '3b ', ' 3b', '3 b', 'g', '', '3b;', '3b\t;a', 'FFFFFFFFFFFFFFFFF', '3b\0'].map((size) => [
      `chunk of size ${JSON.stringify(size)}`,
      inPieces(`${size}\r\n${payment}\r\n0\r\n\r\n${hidden}`),
    ]),
  ),
  'chunk extension with a line feed': inPieces(`3b;a\n${payment}\r\n0\r\n\r\n${hidden}`),
  'chunk extension with a return': inPieces(`3b;a\rb\r\n${payment}\r\n0\r\n\r\n${hidden}`),
  'chunk extension in quotes that hide a line': inPieces(`3b;a="\r\n${payment}\r\n0\r\n\r\n${hidden}"\r\n`),
  'chunk extension without end': inPieces(`3b;${'a'.repeat(100_000)}`),
  'chunk ended by a line feed': inPieces(`3b\n${payment}\n0\n\n${hidden}`),
  'chunk longer than it says': inPieces(`3a\r\n${payment}\r\n0\r\n\r\n${hidden}`),
  'chunk shorter than it says': inPieces(`3c\r\n${payment}\r\n0\r\n\r\n${hidden}`),
  'chunk ended by two other bytes': inPieces(`3b\r\n${payment}XX0\r\n\r\n${hidden}`),
  'length in a trailer': inPieces(`3b\r\n${payment}\r\n0\r\nContent-Length: 5\r\n\r\n`),
  'encoding in a trailer': inPieces(`3b\r\n${payment}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`),
  'a trailer without end': inPieces(`3b\r\n${payment}\r\n0\r\nX: ${'a'.repeat(100_000)}`),
}

const heads: Record<string, string> = {
  'line feeds alone': get('').replaceAll('\r\n', '\n'),
  'returns alone': get('').replaceAll('\r\n', '\r'),
  'a folded header': get('X: a\r\n b\r\n'),
  'a header without a colon': get('nonsense\r\n'),
  'a header without a name': get(': a\r\n'),
  'a header behind a space': get(' X: a\r\n'),
  'a NUL in a value': get('X: a\0b\r\n'),
  'a NUL in a name': get('X\0: a\r\n'),
  'a bell in a value': get('X: a\x07b\r\n'),
  'a name with a bracket': get('X(a): b\r\n'),
  'a header of 20 KB': get(`X: ${'a'.repeat(20_000)}\r\n`),
  'a name of 20 KB': get(`${'a'.repeat(20_000)}: b\r\n`),
  '3000 headers': get(Array.from({ length: 3_000 }, (_, at) => `X${at}: a\r\n`).join('')),
  'a target of 100 KB': get('', hidden, `/${'a'.repeat(100_000)}`),
  'a target with a space': get('', hidden, '/api/health HTTP/1.1 /api'),
  'a target with a NUL': get('', hidden, '/api/\0health'),
  'a target with a return': get('', hidden, '/api/health\rX: a'),
  'no target': get('', hidden, ''),
  'two hosts': get('Host: b\r\n'),
  'two equal hosts': get('Host: a\r\n'),
  'a host that is a list': get('').replace('Host: a', 'Host: a, b'),
  'no host': `GET /api/health HTTP/1.1\r\n\r\n${hidden}`,
  'tabs between words': get('').replace('GET /api/health HTTP', 'GET\t/api/health\tHTTP'),
  'an unknown method': get('').replace('GET', 'GEX'),
  'a method of 10 KB': get('').replace('GET', 'G'.repeat(10_000)),
  'another protocol': get('').replace('HTTP/1.1', 'ICE/1.0'),
  'HTTP/1.2': get('').replace('HTTP/1.1', 'HTTP/1.2'),
  'HTTP/2.0': get('').replace('HTTP/1.1', 'HTTP/2.0'),
  'HTTP/1.10': get('').replace('HTTP/1.1', 'HTTP/1.10'),
  'http in small letters': get('').replace('HTTP/1.1', 'http/1.1'),
  'no version': `GET /api/health\r\n${hidden}`,
  'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
  'a handshake of TLS': `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'a'.repeat(200)}`,
  'a tunnel': `CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n${hidden}`,
  'a body that is too short, and junk': post('Content-Length: 5\r\n', `${payment}\r\n\r\n`),
}

const upgrades: Record<string, string> = {
  'an upgrade without a token, and a body': get(`${upgrade}${key}Content-Length: 5\r\n`, hidden, '/admin/api/live'),
  'an upgrade without a token': get(`${upgrade}${key}`, hidden, '/admin/api/live'),
  'an upgrade of an unknown version': get(upgrade.replace('13', '777') + key, hidden, '/admin/api/live'),
  'an upgrade without a key': get(upgrade, hidden, '/admin/api/live'),
  'an upgrade in chunks': get(`${upgrade}${key}Transfer-Encoding: chunked\r\n`, inChunks, '/admin/api/live'),
  'an upgrade by POST': get(`${upgrade.replace('Upgrade', 'Upgrade, close')}${key}`, hidden, '/admin/api/live').replace(
    'GET',
    'POST',
  ),
}

/** Connections that get one response at most: bytes behind the first request are not another request. */
export const smugglingCases: readonly SmugglingCase[] = Object.entries({
  ...lengths,
  ...encodings,
  ...chunks,
  ...heads,
  ...upgrades,
}).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))

const close = 'Connection: close\r\n'

/** Connections that are well formed although they look odd, and their responses. */
export const cleanCases: readonly (SmugglingCase & { answers: number[] })[] = (
  [
    ['a call', post(`Content-Length: ${length}\r\n${close}`, payment), [200]],
    ['a call in chunks', post(`Transfer-Encoding: chunked\r\n${close}`, chunked), [200]],
    [
      'an extension of a chunk',
      post(`Transfer-Encoding: chunked\r\n${close}`, chunked.replace('\r\n', ';a=b\r\n')),
      [200],
    ],
    ['two calls behind each other', get('', get(close, '')), [200, 200]],
    ['a length of many zeros', post(`Content-Length: 000${length}\r\n${close}`, payment), [200]],
    ['an absolute URL of another host', get(close, '', 'http://evil.test/api/health'), [200]],
    ['empty lines before', `\r\n\r\n${get(close, '')}`, [200]],
    [
      'an upgrade to HTTP/2',
      get(`Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n`, ''),
      [200],
    ],
    ['an upgrade where there is none', get(`${upgrade.replace('Upgrade', 'Upgrade, close')}${key}`, ''), [200]],
    [
      'a name with an underscore',
      post(`Content-Length: ${length}\r\nTransfer_Encoding: chunked\r\n${close}`, payment),
      [200],
    ],
    ['a body where none is expected', get(`Content-Length: ${hidden.length}\r\n${close}`), [200]],
  ] satisfies [string, string, number[]][]
).map(([name, text, answers]) => ({ name, bytes: Buffer.from(text), answers }))
