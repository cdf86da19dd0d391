/** Characters from the start of a document in which its XML declaration ends. */
const declarationLength = 200

const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i
const parameter = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i
/** Names of Windows code page 949 that TextDecoder does not know. Its EUC-KR is this superset of it. */
const codePage949 = /^(?:x-windows-|cp|ms)949$|^uhc$/i

/**
 * Decodes a vendor's document: by its byte order mark, the `charset` of its media type, or the encoding of its XML
 * declaration, such as EUC-KR; UTF-8 for an unknown or a missing name.
 */
export function decodeText(body: Buffer, contentType = ''): string {
  const start = body.toString('latin1', 0, declarationLength)
  const mark =
    body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : ''
  const given = mark || parameter.exec(contentType)?.[1] || declared.exec(start)?.[1]
  const name = given !== undefined && codePage949.test(given) ? 'euc-kr' : given
  try {
    return new TextDecoder(name).decode(body)
  } catch {
    return new TextDecoder().decode(body) // the name is unknown
  }
}
