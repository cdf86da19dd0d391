import { openDatabase } from './open-database.ts'
import type { Product } from './product.ts'
import { connectAsSetup } from './product-secrets.ts'

/** Every row of every table of the product's schemas, as text, by table. */
export async function allRows(product: Product): Promise<Map<string, string>> {
  const sql = await openDatabase(product)
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`
    const texts = new Map<string, string>()
    for (const { name } of tables) {
      const [row] = await sql.unsafe<{ text: string | null }[]>(
        `select string_agg(t::text, chr(10)) as text from ${name} t`,
      )
      texts.set(name, row?.text ?? '')
    }
    return texts
  } finally {
    await sql.end()
  }
}

/** Every message of every stream, with subject and headers, as text, by stream; read by a standard NATS client. */
export async function allMessages(product: Product): Promise<Map<string, string>> {
  const connection = await connectAsSetup(product)
  try {
    const { streams } = await connection.jetstreamManager()
    const texts = new Map<string, string>()
    for await (const { config, state } of streams.list()) {
      const parts: string[] = []
      for (let seq = state.first_seq; state.messages > 0 && seq <= state.last_seq; seq++) {
        const message = await streams.getMessage(config.name, { seq }).catch(() => undefined) // removed in the meantime
        if (message) parts.push(message.subject, String(message.header), Buffer.from(message.data).toString('latin1'))
      }
      texts.set(config.name, parts.join('\n'))
    }
    return texts
  } finally {
    await connection.close()
  }
}
