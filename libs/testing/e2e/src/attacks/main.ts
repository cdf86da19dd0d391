import { runScenarios } from '../scenario-runner.ts'
import { devices } from './devices.ts'
import { addresses } from './forged-addresses.ts'
import { notices } from './forged-notices.ts'
import { halfOpen } from './half-open.ts'
import { identifiers } from './identifiers.ts'
import { guessing } from './login-guessing.ts'
import { origins } from './origins.ts'
import { planted } from './planted.ts'
import { patterns } from './regular-expressions.ts'
import { requests } from './requests/request-scenario.ts'
import { sequences } from './sequences/sequence-scenario.ts'
import { smuggling } from './smuggling.ts'
import { sockets } from './sockets.ts'
import { tokens } from './tokens.ts'
import { tools } from './tools.ts'

/** `npm run attacks [-- <name>…] [-- <seed>]`; without a name all. Exits with 1 if an attack succeeds. */
const scenarios = {
  tokens,
  smuggling,
  identifiers,
  sockets,
  devices,
  addresses,
  halfOpen,
  origins,
  guessing,
  notices,
  patterns,
  requests,
  sequences,
  planted,
  tools,
}
await runScenarios(scenarios, process.argv.slice(2))
