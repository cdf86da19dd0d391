/**
 * The time in the ids of demo data, Unix milliseconds: before the first installation. An id that the
 * product makes has the time at which it is made, so that no person's row has an id of the demo.
 */
export const demoIdTime = Date.UTC(2026, 0, 1)

/** The name of the demo's recognizer, which is made over HTTP as one of a person is. */
export const demoRecognizerName = '데모 인식기'
/** The titles of the demo's banners, which are made over HTTP as those of a person are. */
export const demoBannerTitles = { subscription: '월 49,900원 무제한 세차', winter: '겨울철 하부 세차' } as const
