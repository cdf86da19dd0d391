/** The limit: Node itself, which says that it runs and waits. */
process.stdout.write('ready\n')
setInterval(() => undefined, 60_000)
