import { expect, test } from 'vitest'
import { screens } from '../../screens.ts'
import { shortcutGroups } from './shortcut-groups.ts'

const groups = shortcutGroups(screens.flatMap(({ menu }) => menu ?? []))

/** The page docs/guide/keyboard.md. */
const page = [
  '# Keyboard',
  '',
  'Pages print their keys at the bottom, and `?` lists those of the open page first, then all of them. `Ctrl K` finds',
  'patients, claims, requests, drugs, colleagues, pages, views, actions, settings and help. Cmd is Ctrl on a Mac. Keys of one',
  'letter can be switched off under `?` or on the Profile. A page that a role does not have has no key there.',
  ...groups.flatMap(({ title, of }) => [
    '',
    `## ${title}`,
    '',
    '| Keys | What they do |',
    '|---|---|',
    ...of.map(({ keys, does }) => `| ${keys.map((key) => `\`${key}\``).join(' ')} | ${does} |`),
  ]),
  '',
].join('\n')

test('docs/guide/keyboard.md is the page written from the shortcuts', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/guide/keyboard.md')
})

test.each(groups)('$title: each line says something else', ({ of }) => {
  expect(new Set(of.map(({ does }) => does)).size).toBe(of.length)
})
