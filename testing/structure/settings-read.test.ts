import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { carrierSettings } from '#features/carrier-settings/carrier-settings.ts'

const root = join(import.meta.dirname, '../..')
/** Where settings are declared, worded, listed and kept: none of it is an effect. */
const declares =
  /\.test\.|samples\.ts$|^database\/seed\/|^features\/settings\/rules\.ts$|^features\/carrier-settings\/(carrier-settings|contract|who-changes|setting-words)\.ts$/
const tables = /^features\/(adjudication|chat)\/settings\.ts$|^features\/permissions\/decision-settings\.ts$/

test('every setting of a carrier is read by code that does something with it', () => {
  const files = globSync('{features,platform}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !declares.test(file) && !tables.test(file))
  const rulesOfScreen = 'features/carrier-settings/rules.ts'
  const code = [...files, ...globSync('database/migrations/*.sql', { cwd: root })]
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      // What every user may know of a carrier's settings is a list of keys.
      return file === rulesOfScreen ? text.slice(0, text.indexOf('export function shownOf')) : text
    })
    .join('\n')
  const unread = Object.keys(carrierSettings).filter((key) => !new RegExp(`\\b${key}\\b`).test(code))
  expect(unread).toEqual([])
})
