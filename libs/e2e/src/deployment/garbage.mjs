// Loaded before a process: at SIGUSR2 it collects all garbage and gives free memory back, so that what it takes afterwards is what it needs.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import koffi from 'koffi'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
/** malloc of glibc keeps what was freed wherever something lies behind it: after a burst for hours. */
const giveBack =
  process.report.getReport().header.glibcVersionRuntime === undefined
    ? () => undefined
    : koffi.load(null).func('int malloc_trim(size_t)')
process.on('SIGUSR2', () => {
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  giveBack(0)
})
