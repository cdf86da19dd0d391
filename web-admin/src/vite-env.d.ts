/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** `development`, or anything else for production. */
  readonly VITE_ENVIRONMENT?: string
  /** Origins such as `https://api.kingcar.test`; without them the page's own. */
  readonly VITE_PRODUCTION_API?: string
  readonly VITE_PRODUCTION_LIVE?: string
  readonly VITE_DEVELOPMENT_API?: string
  readonly VITE_DEVELOPMENT_LIVE?: string
}
