import { expect, test } from 'vitest'
import { samplePdf, sampleTiff } from '#testing/pdf-documents.ts'
import { documentPages } from './document-pages.ts'

const pageOf = documentPages()
const sizeOf = (png: string): number[] => {
  const file = Buffer.from(png, 'base64')
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  return [file.readUInt32BE(16), file.readUInt32BE(20)]
}

test('a page of a PDF is a picture with its words; a page it does not have is none', async () => {
  const pdf = samplePdf('Office note', { pages: 3 })
  const second = await pageOf(pdf, 'application/pdf', 2)
  expect([second.pages, second.text]).toEqual([3, 'Office note, page 2'])
  expect(sizeOf(second.picture!)).toEqual([1240, expect.closeTo(1605, -1)])
  expect(await pageOf(pdf, 'application/pdf', 4)).toEqual({ pages: 3, picture: null, text: '' })
})

test('each page of a fax as TIFF is a picture, a large one made smaller', async () => {
  const fax = sampleTiff([
    [1728, 220],
    [3456, 440],
  ])
  const [first, second] = [await pageOf(fax, 'image/tiff', 1), await pageOf(fax, 'image/tiff', 2)]
  expect([first.pages, sizeOf(first.picture!), sizeOf(second.picture!)]).toEqual([2, [1728, 220], [1728, 220]])
})

test.each([
  ['no PDF at all', Buffer.from('%PDF-1.4 nothing'), 'application/pdf'],
  ['a TIFF cut off', Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), 'image/tiff'],
])('%s has no pages, and the next document is read', async (_, bytes, type) => {
  expect((await pageOf(bytes, type, 1)).picture).toBeNull()
  expect((await pageOf(samplePdf('x'), 'application/pdf', 1)).pages).toBe(1)
})

test('a file that takes longer than it may has no pages', async () => {
  expect(await documentPages(0)(samplePdf('x'), 'application/pdf', 1)).toEqual({ pages: 0, picture: null, text: '' })
})
