import type { Environment, Hosts } from '@kingcar/client'

const variables = import.meta.env
const environment: Environment = variables.VITE_ENVIRONMENT === 'development' ? 'development' : 'production'

/** Only the origins that the build was given. For the others the client uses the page's own origin. */
function hosts(production: string | undefined, development: string | undefined): Hosts {
  return {
    environment,
    hosts: { ...(production ? { production } : {}), ...(development ? { development } : {}) },
  }
}

/** Origins of the API calls, one per environment. The environment is production unless the build sets another. */
export const apiHosts = hosts(variables.VITE_PRODUCTION_API, variables.VITE_DEVELOPMENT_API)
/** Origins of the live socket; by default those of the API calls. */
export const liveHosts = hosts(
  variables.VITE_PRODUCTION_LIVE ?? variables.VITE_PRODUCTION_API,
  variables.VITE_DEVELOPMENT_LIVE ?? variables.VITE_DEVELOPMENT_API,
)
