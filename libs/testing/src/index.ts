export { type TemporaryFolder, temporaryFolder } from '@kingcar/deploy/temporary-folder'
export * from './backend.ts'
export * from './process.ts'
export * from './servers.ts'
