import { expect, test } from 'vitest'
import { importsOf, productFiles } from './source.ts'

// What somebody sent is taken apart in a process with bounds (platform/bounded), or in a browser by its sender. A module that
// takes files apart is used by that process and by others of its kind, so that none of it runs in the process that answers calls.

const inBounds = [
  'platform/gateways/document-process.ts',
  'platform/gateways/document-inspection.ts',
  'platform/gateways/document-page.ts',
  'platform/gateways/pdf-contents.ts',
  'platform/gateways/pdf-names.ts',
  'platform/gateways/tiff-pages.ts',
]
const decoders = ['@hyzyla/pdfium', 'utif2']
const inBrowser = ['demo/page/document-page.ts']

test('files from outside are taken apart in the process with bounds alone', () => {
  const users = productFiles.flatMap((file) =>
    importsOf(file)
      .filter(({ to, typeOnly }) => !typeOnly && (inBounds.includes(to) || decoders.includes(to)))
      .map(() => file),
  )
  expect(new Set(users)).not.toEqual(new Set())
  expect(users.filter((file) => !inBounds.includes(file) && !inBrowser.includes(file))).toEqual([])
})
