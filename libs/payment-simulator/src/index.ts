export { optionsOf, readSimulatorConfig } from './config.ts'
export { openSimulator, type Simulator } from './open.ts'
