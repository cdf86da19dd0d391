import type { Contract, Input, Operation, Result, ServiceName } from '@kingcar/contract'

/** What the client needs to know of an operation at run time; its service and name lead the compiler to everything else. */
export type Call<S extends ServiceName = ServiceName, V extends string = string> = {
  readonly service: S
  readonly name: V
  /** Method and path, as the contract has them. */
  readonly http: string
  /** Parameters without which nothing is sent. */
  readonly required: readonly string[]
  /** False where the operation never looks at a token. */
  readonly token: boolean
  /** Absent: JSON. */
  readonly body?: 'multipart'
  /** Absent: the JSON envelope. */
  readonly answer?: 'file'
}

/** The names of a service's operations that are called over HTTP; the live socket is not. */
export type OperationName<S extends ServiceName> = Exclude<keyof Contract[S] & string, 'openLive'>

type InputOf<O> = O extends Operation ? Input<O> & Parts<O> : never
type Parts<O> = O extends { parts: { properties: infer P } } ? { [K in keyof P]: Blob } : unknown
type ResultOf<O> = O extends { answer: 'csv' | 'image' } ? Blob : O extends Operation ? Result<O> : never

type Inputs<S extends ServiceName> = { [V in keyof Contract[S]]: InputOf<Contract[S][V]> }
type Results<S extends ServiceName> = { [V in keyof Contract[S]]: ResultOf<Contract[S][V]> }

/** The parameters of an operation: path, query and body in one object, files of a multipart body beside them. */
export type CallInput<S extends ServiceName, V extends string> = Inputs<S>[V & keyof Contract[S]]

/** The result of an operation: what stands under `result`, or the file that it answers. */
export type CallResult<S extends ServiceName, V extends string> = Results<S>[V & keyof Contract[S]]
