/** On messages of streams: the request on whose behalf they were sent. */
export const requestIdHeader = 'Kingcar-Request-Id'
/** On messages of streams: the trace that they are a part of, as https://www.w3.org/TR/trace-context/ writes it. */
export const traceHeader = 'traceparent'
