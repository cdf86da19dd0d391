import type { Inputs, Results } from '../generated/types.ts'

/** The service that owns an operation. The client groups its methods by this name. */
export type ServiceName = keyof Inputs

/** The parameters of an operation: path, query and body in one object, and the files of a multipart body. */
export type CallInput<S extends ServiceName, V extends string> = Inputs[S][V & keyof Inputs[S]]

/** The result of an operation: the value of `result` in the envelope, or the file. */
export type CallResult<S extends ServiceName, V extends string> = Results[S][V & keyof Results[S]]
