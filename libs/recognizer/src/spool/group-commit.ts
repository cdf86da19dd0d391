type Pending<Item> = { item: Item; done: () => void; failed: (error: unknown) => void }

/** Writes items in batches, one after the other: items added during a write form the next batch and share its sync. */
export class GroupCommit<Item> {
  readonly #write: (items: Item[]) => Promise<void>
  #pending: Pending<Item>[] = []
  #writing: Promise<void> | undefined

  constructor(write: (items: Item[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves when the item is written; rejects if its batch fails. */
  add(item: Item): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#pending.push({ item, done: resolve, failed: reject })
    this.#writing ??= this.#writeAll()
    return promise
  }

  /** Resolves when no write is in progress. */
  async idle(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending
      this.#pending = []
      try {
        await this.#write(batch.map(({ item }) => item))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    this.#writing = undefined
  }
}
