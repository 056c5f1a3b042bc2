import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { kindOf, type TestKind } from '../tools/test-run/kinds.ts'

/**
 * Orders the files of a run so that no worker is left alone with a long one at its end: files that open a browser or run
 * through every call come first, pure ones last. A clean clone knows no times of earlier runs; what a file imports says enough.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({ file, rank: rankOf(file.moduleId) }))
    return Promise.resolve(ranked.toSorted((a, b) => a.rank - b.rank).map(({ file }) => file))
  }
}

const ORDER: readonly TestKind[] = ['attacks', 'programs', 'seed', 'browser', 'calls', 'structure', 'rules']

/** The lowest runs first; among files of one kind, the longest text. */
function rankOf(path: string): number {
  const kind = kindOf(relative(process.cwd(), path).replaceAll('\\', '/'))
  return ORDER.indexOf(kind) - Math.min(readFileSync(path, 'utf8').length / 1e6, 0.9)
}
