export { type AppOptions, buildApp, type GatewayApp } from './app.ts'
export { type Config, readGatewayConfig } from './config.ts'
export { type Gateway, startGateway } from './service.ts'
