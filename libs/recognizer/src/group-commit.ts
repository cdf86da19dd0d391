type Coming<Item> = { item: Item; done: () => void; failed: (error: unknown) => void }

/** Writes one batch after the other: what comes while one is being written makes the next, and shares its sync. */
export class GroupCommit<Item> {
  readonly #write: (items: Item[]) => Promise<void>
  #coming: Coming<Item>[] = []
  #writing: Promise<void> | undefined

  constructor(write: (items: Item[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves when the item is written; rejects with its batch. */
  add(item: Item): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#coming.push({ item, done: resolve, failed: reject })
    this.#writing ??= this.#writeAll()
    return promise
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#coming.length > 0) {
      const batch = this.#coming
      this.#coming = []
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
