import { loadProgram } from '@kingcar/testing'

/** The simulator of PortOne as it ships. */
export const { openSimulator } = await loadProgram('portone-simulator')
