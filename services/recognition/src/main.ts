import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startRecognition } from './service.ts'

void run('recognition', () => readConfig(Config), startRecognition)
