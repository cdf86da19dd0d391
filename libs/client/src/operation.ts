import type { Inputs, Results } from './types.ts'

/** Who answers an operation; its operations stand under this name in the client. */
export type ServiceName = keyof Inputs

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

/** The parameters of an operation: path, query and body in one object, files of a multipart body beside them. */
export type CallInput<S extends ServiceName, V extends string> = Inputs[S][V & keyof Inputs[S]]

/** The result of an operation: what stands under `result`, or the file that it answers. */
export type CallResult<S extends ServiceName, V extends string> = Results[S][V & keyof Results[S]]
