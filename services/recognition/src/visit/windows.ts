import type { Settings } from '@kingcar/bus'

/** The times within which reads affect each other (milliseconds), by the settings in force. */
export type Windows = {
  /** Between reads of one visit, for devices without a window of their own. */
  revisitMs: number
  /** Between reads of plates that look alike; 0 if these are not compared. */
  lookalikeMs: number
}

export const windowsOf = (settings: Pick<Settings, 'get'>): Windows => ({
  revisitMs: settings.get('recognition.revisitSeconds') * 1000,
  lookalikeMs: settings.get('recognition.lookalikeSeconds') * 1000,
})
