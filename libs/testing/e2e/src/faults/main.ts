import { runScenarios } from '../scenario-runner.ts'
import { cacheScenario } from './cache-faults.ts'
import { clocksScenario, clusterScenario, lossScenario } from './chaos.ts'
import { powerScenario } from './cut-power.ts'
import { outageOfEachScenario } from './dependency-outage.ts'
import { distanceScenario } from './distance.ts'
import { diskScenario } from './fill-disk.ts'
import { interleavingsScenario } from './interleavings.ts'
import { keysScenario } from './key-rotation.ts'
import { liveScenario } from './live-socket-faults.ts'
import { moneyScenario } from './money-faults.ts'
import { reissueScenario } from './reissue-faults.ts'
import { revocationScenario } from './revocation-faults.ts'
import { restartsScenario } from './rolling-restarts.ts'
import { soakScenario } from './soak.ts'
import { outageScenario, paceScenario } from './steady-load-with-crashes.ts'
import { topologyScenario } from './topology.ts'

/** `npm run faults [-- <name>…] [-- <seed>]`; without a name all. Exits with 1 if a claim fails. */
await runScenarios(
  {
    loss: lossScenario,
    cluster: clusterScenario,
    clocks: clocksScenario,
    away: outageOfEachScenario,
    restarts: restartsScenario,
    pace: paceScenario,
    outage: outageScenario,
    power: powerScenario,
    disk: diskScenario,
    money: moneyScenario,
    interleavings: interleavingsScenario,
    reissue: reissueScenario,
    revocation: revocationScenario,
    live: liveScenario,
    cache: cacheScenario,
    soak: soakScenario,
    topology: topologyScenario,
    keys: keysScenario,
    distance: distanceScenario,
  },
  process.argv.slice(2),
)
