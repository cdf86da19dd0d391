import { run } from '@kingcar/runtime'
import { readRecognitionConfig } from './config.ts'
import { startRecognition } from './service.ts'

export { readRecognitionConfig, startRecognition }

if (import.meta.main) void run('recognition', readRecognitionConfig, startRecognition)
