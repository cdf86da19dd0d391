import { runTrials } from '../scenario-runner.ts'
import { cacheTrial } from './cache-faults.ts'
import { clocksTrial, clusterTrial, lossTrial } from './chaos.ts'
import { powerTrial } from './cut-power.ts'
import { awayTrial } from './dependency-outage.ts'
import { diskTrial } from './fill-disk.ts'
import { interleavingsTrial } from './interleavings.ts'
import { keysTrial } from './key-rotation.ts'
import { liveTrial } from './live-socket-faults.ts'
import { moneyTrial } from './money-faults.ts'
import { reissueTrial } from './reissue-faults.ts'
import { restartsTrial } from './rolling-restarts.ts'
import { soakTrial } from './soak.ts'
import { outageTrial, paceTrial } from './steady-load-with-crashes.ts'
import { topologyTrial } from './topology.ts'

/** `npm run faults [-- <name>…] [-- <seed>]`; without a name all. Exits with 1 if a claim fails. */
await runTrials(
  {
    loss: lossTrial,
    cluster: clusterTrial,
    clocks: clocksTrial,
    away: awayTrial,
    restarts: restartsTrial,
    pace: paceTrial,
    outage: outageTrial,
    power: powerTrial,
    disk: diskTrial,
    money: moneyTrial,
    interleavings: interleavingsTrial,
    reissue: reissueTrial,
    live: liveTrial,
    cache: cacheTrial,
    soak: soakTrial,
    topology: topologyTrial,
    keys: keysTrial,
  },
  process.argv.slice(2),
)
