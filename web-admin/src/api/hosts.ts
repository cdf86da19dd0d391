import type { Environment, Hosts } from '@kingcar/client'

const variables = import.meta.env
const environment: Environment = variables.VITE_ENVIRONMENT === 'development' ? 'development' : 'production'

/** Only the origins that the build was given; the page's own stands in for the others. */
function hosts(production: string | undefined, development: string | undefined): Hosts {
  return {
    environment,
    hosts: { ...(production ? { production } : {}), ...(development ? { development } : {}) },
  }
}

/** Where the calls go: an origin for each environment, production unless the build says otherwise. */
export const apiHosts = hosts(variables.VITE_PRODUCTION_API, variables.VITE_DEVELOPMENT_API)
/** Where the live socket goes; the host of the calls where it has none of its own. */
export const liveHosts = hosts(
  variables.VITE_PRODUCTION_LIVE ?? variables.VITE_PRODUCTION_API,
  variables.VITE_DEVELOPMENT_LIVE ?? variables.VITE_DEVELOPMENT_API,
)
