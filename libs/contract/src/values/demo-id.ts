/**
 * The time in the ids of demo data, Unix milliseconds: before the first installation. An id that the
 * product makes has the time at which it is made, so that no person's row has an id of the demo.
 */
export const demoIdTime = Date.UTC(2026, 0, 1)
