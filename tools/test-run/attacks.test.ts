import { expect, test } from 'vitest'
import { filesOf } from '../../testing/structure/source.ts'
import { attackRows, attacks, filesByAttack } from './attacks.ts'

test('every pattern finds files, each attack has files of its own, and no file of testing/attacks is left out', () => {
  for (const { files } of attacks)
    for (const pattern of files) expect([pattern, filesOf(pattern)]).not.toEqual([pattern, []])
  const by = filesByAttack()
  for (const { what, files } of by) expect([what, files.length > 0]).toEqual([what, true])
  const all = by.flatMap(({ files }) => files)
  expect(all.length).toBe(new Set(all).size)
  expect(filesOf('testing/attacks/*.test.ts').filter((file) => !all.includes(file))).toEqual([])
})

test('a row says how much of an attack was run, what held and what did not', () => {
  const rows = attackRows(
    [
      { file: 'a.test.ts', passed: 3, faults: [] },
      { file: 'b.test.ts', passed: 1, faults: ['x', 'y'] },
      { file: 'other.test.ts', passed: 9, faults: [] },
    ],
    [{ what: 'Ids', files: ['a.test.ts', 'b.test.ts', 'c.test.ts'] }],
  )
  expect(rows).toEqual(['| Ids | 2 of 3 | 4 | 2 |'])
})
