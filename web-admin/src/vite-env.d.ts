/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** `development`; any other value means production. */
  readonly VITE_ENVIRONMENT?: string
  /** Origins such as `https://api.kingcar.test`; by default the page's own origin. */
  readonly VITE_PRODUCTION_API?: string
  readonly VITE_PRODUCTION_LIVE?: string
  readonly VITE_DEVELOPMENT_API?: string
  readonly VITE_DEVELOPMENT_LIVE?: string
}
