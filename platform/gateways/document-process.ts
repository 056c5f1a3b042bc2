/**
 * The process in which documents from outside are looked at and made into pictures. It answers one after the other; PDFium is
 * made again for each, so that what a hostile file does to its memory touches no other document.
 */
import { crc32, deflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { workBounded } from '../bounded/bounded-child.ts'
import type { DocumentPage } from '../calls/documents.ts'
import { inspectDocument, type Inspected } from './document-inspection.ts'
import { pageOrWhyNot } from './document-page.ts'
import type { Pixels } from './pixels.ts'

/** What is asked of this process: what a document is, or one of its pages. */
export type DocumentWork = { inspect: Uint8Array } | { draw: Uint8Array; type: string; page: number }
export type DocumentWorked = Inspected | DocumentPage

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const made = Buffer.alloc(named.length + 8)
  made.writeUInt32BE(content.length, 0)
  named.copy(made, 4)
  made.writeUInt32BE(crc32(named), named.length + 4)
  return made
}

/** A PNG of red, green and blue (ISO/IEC 15948), base64. */
function png({ width, height, rgba }: Pixels): string {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  let at = 0
  for (let y = 0; y < height; y += 1) {
    at += 1 // filter 0
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      rows[at] = rgba[from]!
      rows[at + 1] = rgba[from + 1]!
      rows[at + 2] = rgba[from + 2]!
      at += 3
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

const library = () => PDFiumLibrary.init()

workBounded<DocumentWork, DocumentWorked>(async (work) => {
  if ('inspect' in work) return inspectDocument(Buffer.from(work.inspect), library)
  return pageOrWhyNot(work.draw, work.type, work.page, { library, png })
})
