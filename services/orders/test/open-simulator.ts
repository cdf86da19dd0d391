import { loadProgram } from '@kingcar/testing'

/** The PortOne simulator's built bundle. */
export const { openSimulator } = await loadProgram('portone-simulator')
