import { Hopeless, type Workers } from './task.ts'

const notYet = () => Promise.reject(new Hopeless('not built'))

/** What does the work that `Task` names. */
export const createWorkers = (): Workers => ({
  sendCode: notYet,
  exchangeAppleCode: notYet,
  revokeApple: notYet,
  unlinkKakao: notYet,
  revokeNaver: notYet,
})
