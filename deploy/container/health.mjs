// Health check of a container: exits with 0 if its process is ready, according to its operations port.
const { OPERATIONS_PORT } = process.env
try {
  const { status } = await fetch(`http://127.0.0.1:${OPERATIONS_PORT}/readyz`, { signal: AbortSignal.timeout(2_500) })
  process.exitCode = status === 200 ? 0 : 1
} catch {
  process.exitCode = 1 // unreachable counts as unhealthy
}
