export const productTypes = ['subscribe', 'onetime'] as const

/** Largest number of cars of a member, which is also the most that a plan can be for. */
export const maximumCars = 10

/**
 * The largest number of free days before the first charge of a subscription: a member's consent to the change from free
 * to paid may be at most this old (전자상거래법 제13조 제6항).
 */
export const maximumTrialDays = 30

export const termsTypes = ['TERMS_OF_USE', 'PRIVACY_POLICY', 'LOCATION_BASED_SERVICE', 'MARKETING'] as const

/** Widths in pixels to which an image can be scaled down. */
export const imageWidths = [320, 640, 1280] as const

/** The largest `displayOrder`. */
export const maximumDisplayOrder = 1_000_000
