import type { Client } from '../generated/types.ts'

/** Inputs by service and operation. */
export type Inputs = {
  [S in keyof Client]: {
    [V in keyof Client[S]]: Client[S][V] extends (input: infer I) => unknown ? NonNullable<I> : never
  }
}

/** Results by service and operation. */
export type Results = {
  [S in keyof Client]: {
    [V in keyof Client[S]]: Client[S][V] extends (input: never) => Promise<infer R> ? R : never
  }
}

/** The service that owns an operation. The client groups its methods by this name. */
export type ServiceName = keyof Inputs

/** The parameters of an operation: path, query and body in one object, and the files of a multipart body. */
export type CallInput<S extends ServiceName, V extends string> = Inputs[S][V & keyof Inputs[S]]

/** The result of an operation: the value of `result` in the envelope, or the file. */
export type CallResult<S extends ServiceName, V extends string> = Results[S][V & keyof Results[S]]
