/** A response other than success. PortOne reports a business failure as HTTP 200 with a code other than 0. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: number
  readonly status: number

  constructor(message: string, { code = 1, status = 200 }: { code?: number; status?: number } = {}) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const unknown = (message: string): Refusal => new Refusal(message, { code: -1, status: 404 })

export const malformed = (message: string): Refusal => new Refusal(message, { code: -1, status: 400 })
