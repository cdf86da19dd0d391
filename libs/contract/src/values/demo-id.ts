/**
 * The time in the ids of demo data, in Unix milliseconds: before the first installation. The ids of all other rows have
 * the time at which they were made, so that no other row has an id of the demo.
 */
export const demoIdTime = Date.UTC(2026, 0, 1)

/** The name of the demo's recognizer, which is made over HTTP and so has an ordinary id. */
export const demoRecognizerName = '데모 인식기'
/** The titles of the demo's banners, which are made over HTTP and so have ordinary ids. */
export const demoBannerTitles = { subscription: '월 49,900원 무제한 세차', winter: '겨울철 하부 세차' } as const
