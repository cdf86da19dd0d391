export * from './backend.ts'
export * from './folder.ts'
export * from './process.ts'
export * from './servers.ts'
