import { runTrials } from '../trial.ts'
import { addresses } from './addresses.ts'
import { devices } from './devices.ts'
import { halfOpen } from './half-open.ts'
import { identifiers } from './identifiers.ts'
import { smuggling } from './smuggling.ts'
import { sockets } from './sockets.ts'
import { tokens } from './tokens.ts'
import { tools } from './tools.ts'

/** `npm run attacks [-- <name>…] [-- <seed>]`, all without a name. Ends with 1 where one got through. */
await runTrials({ tokens, smuggling, identifiers, sockets, devices, addresses, halfOpen, tools }, process.argv.slice(2))
