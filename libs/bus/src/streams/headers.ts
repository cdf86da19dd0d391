/** On stream messages: the id of the request that caused them. */
export const requestIdHeader = 'Kingcar-Request-Id'
/** On stream messages: the trace that they belong to (https://www.w3.org/TR/trace-context/). */
export const traceHeader = 'traceparent'
