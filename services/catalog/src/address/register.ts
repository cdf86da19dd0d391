import type { FoundAddress } from '@kingcar/contract'

/** A register of road addresses. */
export type AddressRegister = {
  /**
   * The addresses that match best; none if the keyword is too general.
   * @throws AppError UNAVAILABLE
   */
  search(keyword: string): Promise<FoundAddress[]>
}
