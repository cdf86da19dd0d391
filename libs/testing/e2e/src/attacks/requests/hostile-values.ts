/*
 * Inputs known to have broken services: texts and values that parsers, databases, message buses, shells, templates,
 * spreadsheets and people interpret in an unintended way.
 */

/** A number that JavaScript cannot represent exactly. */
const exactly = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

const control = ['\0', 'a\0b', '\r\n', 'a\r\nSet-Cookie: a=b', '\n', '\t', '\b', '\x1b[31m', '\x7f', '\u0085', '\u2028']
const invisible = ['\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060', '\u3164', '\u202egnp.exe', '\u2066a', '\u180e', '']
const surrogates = ['\ud800', '\udfff', 'a\udc00b', '\ud83d', '\udc00\ud800']
const unicode = [
  ...[
    '김철수',
    '１２가３４５６',
    '１２',
    '٣٤',
    'ﬀ',
    'ß',
    'İ',
    'ı',
    'Å',
    'Å',
    '가'.normalize('NFD'),
    'e\u0301',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
  ],
  ...['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', '﷽', 'ㅎㄱㄷ', 'ᄒᆞᆫ', '𝐇𝐞𝐥𝐥𝐨', 'аdmin', 'ＡＤＭＩＮ', '＜script＞', '＇', '％００'],
]
const subjects = [
  ...['>', '*', 'a.>', '*.*', 'rpc.member.>', '_INBOX.>', '$SYS.>', '$JS.API.STREAM.DELETE.EVENTS', 'a b', '.', '..'],
  ...['evt.x'],
]
const sql = [
  ...["'", "''", '"', '`', ';', '--', '/*', "' or 1=1--", "' or '1'='1", '" or ""="', "'; drop table members;--"],
  ...['1; select 1', "' union select null,null--", "') or ('1'='1", '1 or 1=1', "admin'--", "\\' or 1=1--"],
  ...["'||pg_sleep(9)||'", "';select pg_sleep(9)--", '$1', ':id', '?', '%', '_', '%%', '\\', '\\x00', "E'\\\\'", '$$'],
  ...['$a$x$a$', 'null', 'NULL', 'now()', '{1,2}', '{"a"}', 'true'],
]
const json = [
  ...['{"$gt":""}', '{"$ne":null}', '{"$where":"sleep(1000)"}', '[]', '{}', '{', '[object Object]', 'undefined', 'NaN'],
  ...['Infinity', '-Infinity', '1e309', '-0', '0x10', '1_000', '1,000', '９', '00', '1.0', '+1', ' 1', '1 '],
  ...['9007199254740993', '1e1000'],
]
const names = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'length'],
  ...['__defineGetter__'],
]
const paths = [
  ...['../..', '../../../../etc/passwd', '..\\..\\windows', '%2e%2e%2f', '..%2f', '..%252f', '....//', '/etc/passwd'],
  ...['file:///etc/passwd', '\\\\host\\share', 'C:\\', 'NUL', 'con', '.env', '/proc/self/environ', 'a/../b', './', '~'],
  ...['|', '`id`', '$(id)', '; id', '&& id'],
]
const templates = [
  ...['{{7*7}}', '$' + '{7*7}', '<%= 7*7 %>', '#{7*7}', '{{constructor.constructor("return 1")()}}', '%s%s%s%n', '%x'],
  ...['%d', '{0}'],
]
const markup = [
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '<svg/onload=alert(1)>'],
  ...['</textarea>', '[a](javascript:alert(1))', '![a](x" onerror="alert(1))', '<!--', ']]>', '<?xml version="1.0"?>'],
  ...['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
]
const formulas = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1)', "=cmd|' /C calc'!A0", '\t=1', '\r=1', '＝1+1'],
  ...['=HYPERLINK("http://evil.test")', '"=1"', ',=1'],
]
const addresses = [
  ...['http://127.0.0.1:8222/', 'http://169.254.169.254/', 'http://[::1]/', 'gopher://a', '//evil.test'],
  ...['https://evil.test@kingcar.test/', 'https://'],
]
const times = [
  ...['0000-00-00', '0000-01-01', '9999-12-31', '2026-02-30', '2026-02-29', '2026-13-01', '2026-1-1', '20260101'],
  ...['1970-01-01', '-000001-01-01', '+275760-09-13T00:00:00.000Z', '2016-12-31T23:59:60.000Z'],
  ...['2026-01-01T24:00:00.000Z', '2026-01-01T00:00:00', '2026-01-01T00:00:00+99:00', '0000-01-01T00:00:00.000Z'],
  ...['9999-12-31T23:59:59.999Z', '2026-01-01 00:00:00Z', '2026-01-01T00:00:00.123456789Z', '24:00', '25:61'],
]
const ids = [
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '0', '1', '-1', 'me'],
  ...['urn:uuid:0199a0c5-3c80-7000-8000-000000000001', '{0199a0c5-3c80-7000-8000-000000000001}'],
  ...['0199a0c53c8070008000000000000001'],
]
const long = [
  ...['x'.repeat(300), 'x'.repeat(5_000), '가'.repeat(5_000), 'a'.repeat(70_000), ' '.repeat(5_000)],
  ...['\u0301'.repeat(5_000), '('.repeat(5_000), '>'.repeat(5_000)],
]

export const hostileTexts: readonly string[] = [
  ...['', ' ', '   '],
  ...[control, invisible, surrogates, unicode, subjects, sql, json, names, paths].flat(),
  ...[templates, markup, formulas, addresses, times, ids, long].flat(),
]

const nested = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)

const hostileThings: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, -1.5, 1e21, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 0.1 + 0.2],
  ...[
    '-0',
    '1e309',
    '-1e309',
    '9007199254740993',
    '1.0',
    '1E2',
    '123456789012345678901234567890',
    '0.0000000000000000000001',
  ].map(exactly),
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    { length: 1 },
    { toString: 1 },
    JSON.parse('{"then":1}'),
    { toJSON: 1 },
    { $gt: '' },
    { $ne: null },
  ],
  ...[
    JSON.parse('{"__proto__":{"polluted":true}}'),
    { constructor: { prototype: { polluted: true } } },
    { prototype: {} },
  ],
  ...[
    Array.from({ length: 10_000 }, () => 0),
    Array.from({ length: 2_000 }, (_, at) => `a${at}`),
    nested(100),
    nested(30),
  ],
]

/** About two hundred and fifty values, the texts included. */
export const hostileValues: readonly unknown[] = [...hostileTexts, ...hostileThings]

const deep = (open: string, close: string) => open.repeat(200_000) + close.repeat(200_000)

/** Bodies that are not valid JSON, or that parsers read differently. */
export const hostileBodies: readonly (string | Buffer)[] = [
  ...['', ' ', '{', '[', '"', '{"a":}', '{a:1}', "{'a':1}", '{"a":1,}', '{}{}', '{} x', '// a\n{}', '/**/{}', 'null'],
  ...['true', '1', '"a"', '[]', '[{}]', '{"a":1,"a":2}', '{"id":"1","id":2}', '{"a":NaN}', '{"a":01}', '{"a":"\t"}'],
  ...['{"a":"\\u00"}', '{"\\u005f_proto__":{"polluted":1}}', '{"__proto__":{"polluted":1}}'],
  ...['{"constructor":{"prototype":{"polluted":1}}}', 'undefined', '<a/>', 'a=1&b=2', '\ufeff{}', '\0', '{"\0":1}'],
  ...[
    deep('[', ']'),
    deep('{"a":', '}').slice(0, 60_000),
    `[${'1,'.repeat(20_000)}1]`,
    `{"a":"${'x'.repeat(70_000)}"}`,
    `{"a":${'9'.repeat(5_000)}}`,
  ],
  ...[Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ...[
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from([0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22]),
    Buffer.from('{}', 'utf16le'),
  ],
]
