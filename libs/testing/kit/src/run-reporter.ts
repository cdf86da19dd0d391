import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** The result of a test run. */
export type RunReport = {
  passed: number
  /** A file that fails without a failed test, for example because it cannot be loaded, counts as one. */
  failed: number
  skipped: number
  /** Paths from the project's folder, and the errors of each. */
  failedFiles: { path: string; errors: string[] }[]
  /** Errors outside of test files, such as in the shared set-up. */
  otherErrors: string[]
}

const textOf = ({ stack, message }: { stack?: string; message: string }) => stack ?? message

/** A reporter of Vitest that writes a `RunReport` to the file that TEST_REPORT names. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: 'passed' | 'failed' | 'skipped') =>
      tests.filter((each) => each.result().state === state).length
    const failedModules = modules.filter((module) => module.state() === 'failed')
    const failedOf = (module: TestModule) => [...module.children.allTests('failed')]
    const report: RunReport = {
      passed: count('passed'),
      failed: count('failed') + failedModules.filter((module) => failedOf(module).length === 0).length,
      skipped: count('skipped'),
      failedFiles: failedModules.map((module) => ({
        path: module.relativeModuleId,
        errors: [...module.errors(), ...failedOf(module).flatMap((each) => each.result().errors ?? [])].map(textOf),
      })),
      otherErrors: unhandledErrors.map(textOf),
    }
    writeFileSync(process.env.TEST_REPORT as string, JSON.stringify(report))
  }
}
