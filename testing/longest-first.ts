import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

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

/** The lowest runs first; among files of one kind, the longest text. */
function rankOf(path: string): number {
  const text = readFileSync(path, 'utf8')
  const name = relative(process.cwd(), path)
  const isLong = /^(journeys|testing|database\/seed)\/[^/]+\.test|^testing\/(attacks|walk|kit)\//.test(name)
  const startsPrograms = /startEmbedded|node:child_process|execa\b/.test(text)
  const kind =
    isLong || startsPrograms
      ? 0
      : /browser\.ts'/.test(text)
        ? 1
        : /-api\.ts'|\/api\.ts'|database\.ts'/.test(text)
          ? 2
          : 3
  return kind - Math.min(text.length / 1e6, 0.9)
}
