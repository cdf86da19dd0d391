import { runTrials } from '../trial.ts'

/** `npm run attacks [-- <name>…] [-- <seed>]`, all without a name. Ends with 1 where one got through. */
await runTrials({}, process.argv.slice(2))
