/** An error of API V2: its `type` decides what a client does. */
export class V2Error extends Error {
  override name = 'V2Error'
  readonly type: string
  readonly status: number
  readonly more: Readonly<Record<string, string>>

  constructor(type: string, status: number, message: string, more: Readonly<Record<string, string>> = {}) {
    super(message)
    this.type = type
    this.status = status
    this.more = more
  }
}

export const invalid = (message: string): V2Error => new V2Error('INVALID_REQUEST', 400, message)

/** The payment gateway's refusal; V1 writes its code in brackets within the text. */
export function ofGateway(text: string): V2Error {
  const [, pgCode = '0000', pgMessage = text] = /^\[[^\]]*?\(?(\w{4})\)?\]\s*(.*)$/.exec(text) ?? []
  return new V2Error('PG_PROVIDER', 502, text, { pgCode, pgMessage })
}
