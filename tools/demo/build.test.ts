import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildCode } from './build.ts'

// Every module that the server reaches has to have what it imports also where there is no Node; building finds what has not.

test('The pages of the demonstration and the worker that is their server are built without a name that nothing answers to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-demo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const counts = { carriers: 0, claims: 0, requests: 0, dataBytes: 0, programBytes: 0 }
  await buildCode(folder, {}, { people: [], counts }, true)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['index.html', expect.stringMatching(/^worker-.*\.js$/)]))
})
