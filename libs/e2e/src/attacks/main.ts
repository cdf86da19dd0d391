import { runTrials } from '../trial.ts'
import { tokens } from './tokens.ts'

/** `npm run attacks [-- <name>…] [-- <seed>]`, all without a name. Ends with 1 where one got through. */
await runTrials({ tokens }, process.argv.slice(2))
