import { run } from '@kingcar/runtime'
import { readRecognitionConfig } from './config.ts'
import { startRecognition } from './service.ts'

void run('recognition', readRecognitionConfig, startRecognition)
