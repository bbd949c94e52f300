import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Proof } from './proof.ts'

const root = join(import.meta.dirname, '../..')

/** Writes the tests that passed to the file named by `PROOF_FILE`, for `npm run trace`. */
export default class ProofReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.PROOF_FILE
    if (!file) return
    const tests = modules.flatMap(({ moduleId, children }) =>
      [...children.allTests()].map((test) => ({
        file: relative(root, moduleId),
        line: test.location?.line ?? 0,
        title: test.name,
        hasPassed: test.result().state === 'passed',
        isTurned: test.options.fails === true,
      })),
    )
    writeFileSync(file, JSON.stringify({ at: Date.now(), tests } satisfies Proof))
  }
}
