// Preloaded into a process: at SIGUSR2 it collects all garbage, returns free memory to the system, and shortly
// afterwards writes its resident memory to a file.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import koffi from 'koffi'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
/** glibc's malloc keeps freed memory as long as anything behind it is in use: after a burst for hours. */
const giveBack =
  process.report.getReport().header.glibcVersionRuntime === undefined
    ? () => undefined
    : koffi.load(null).func('int malloc_trim(size_t)')
/** Milliseconds in which V8 returns its empty pages in the background; after seconds there would be new garbage. */
const soon = 100

process.on('SIGUSR2', () => {
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  giveBack(0)
  setTimeout(note, soon)
})

function note() {
  const resident = process.memoryUsage.rss() / 1_024 / 1_024
  const file = join(process.env.MEMORY_NOTES, String(process.pid))
  writeFileSync(`${file}.new`, JSON.stringify({ at: Date.now(), resident }))
  renameSync(`${file}.new`, file) // atomic for readers
}
