import { runTrials } from '../trial.ts'
import { smuggling } from './smuggling.ts'
import { tokens } from './tokens.ts'

/** `npm run attacks [-- <name>…] [-- <seed>]`, all without a name. Ends with 1 where one got through. */
await runTrials({ tokens, smuggling }, process.argv.slice(2))
