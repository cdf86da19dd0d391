/** The lower bound: Node alone, which reports that it runs and waits. */
process.stdout.write('ready\n')
setInterval(() => undefined, 60_000)
