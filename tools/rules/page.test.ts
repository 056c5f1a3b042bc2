import { expect, test } from 'vitest'
import { transitions } from '#features/authorizations/transitions.ts'
import { transitionSentences } from '#features/authorizations/transition-sentences.ts'
import { rulesPage } from './page.ts'

test('docs/rules.md is the page computed from the tables in code (npm run rules)', async () => {
  await expect(rulesPage()).toMatchFileSnapshot('../../docs/rules.md')
})

test('every transition has its sentence, and no sentence is about one that is gone', () => {
  expect(Object.keys(transitionSentences).toSorted()).toEqual([...new Set(transitions.map((row) => row.id))].toSorted())
})

test('no row of the page lacks a cell it must have: an id, a sentence and a source', () => {
  const rows = rulesPage()
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Id'))
    .map((line) => line.slice(2, -2).split(' | '))
  expect(
    rows.filter((cells) => cells[0]!.trim() === '' || cells[1]!.trim() === '' || cells.at(-1)!.trim() === ''),
  ).toEqual([])
})
