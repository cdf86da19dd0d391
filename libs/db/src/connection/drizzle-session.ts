import { PgDialect, PgTransaction, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import { type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { translateError } from './errors.ts'
import type { Parameter, Session } from './session.ts'

type Empty = Record<string, never>
type PrepareQuery = PostgresJsSession<Sql, Empty, Empty>['prepareQuery']

/** The functions that run a statement. */
export type Statements = Pick<Session, 'run' | 'runForArrays'>

/** Returns the session or sessions for the next statement: a fixed session, or the least busy of several. */
export type Source<S extends Statements = Statements> = () => S

export const dialect = new PgDialect()

/** drizzle's session over a `Session`: every statement is prepared, and its errors pass through `translateError`. */
export class DrizzleSession extends PostgresJsSession<Sql, Empty, Empty> {
  constructor(source: Source) {
    super(clientOf(source), dialect, undefined)
  }

  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    ...[query, fields, name, ...rest]: Parameters<PrepareQuery>
  ) {
    const statement = super.prepareQuery<T>(query, fields, name ?? '', ...rest)
    const execute = statement.execute.bind(statement)
    statement.execute = (values) =>
      execute(values).catch((error: unknown) => {
        throw translateError(error)
      })
    return statement
  }
}

/** A transaction that nests by savepoints. Calls `scoped` for itself and for each nested transaction. */
export class DrizzleTransaction extends PgTransaction<PostgresJsQueryResultHKT, Empty> {
  readonly #source: Source<Session>
  readonly #scoped: (tx: DrizzleTransaction) => void

  constructor(source: Source<Session>, scoped: (tx: DrizzleTransaction) => void, depth = 0) {
    super(dialect, new DrizzleSession(source), undefined, depth)
    this.#source = source
    this.#scoped = scoped
    scoped(this)
  }

  override async transaction<T>(work: (tx: PgTransaction<PostgresJsQueryResultHKT, Empty>) => Promise<T>): Promise<T> {
    const name = `s${this.nestedIndex}`
    await this.#source().command(`savepoint ${name}`)
    try {
      const result = await work(new DrizzleTransaction(this.#source, this.#scoped, this.nestedIndex + 1))
      await this.#source().command(`release ${name}`)
      return result
    } catch (error) {
      await this.#source().command(`rollback to ${name}`)
      throw error
    }
  }
}

/** The part of a postgres.js client that drizzle uses: the caller chooses rows or arrays after the call. */
function clientOf(source: Source): Sql {
  const client = {
    options: { parsers: {}, serializers: {} },
    unsafe: (text: string, parameters: Parameter[]) => ({
      values: () => source().runForArrays(text, parameters),
      // biome-ignore lint/suspicious/noThenProperty: drizzle awaits the statement itself where it wants rows
      then: (...settled: Parameters<Promise<unknown>['then']>) =>
        source()
          .run(text, parameters)
          .then(...settled),
    }),
  }
  return client as unknown as Sql
}
