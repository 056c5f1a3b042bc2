import type { PDFiumLibrary, PdfiumModule } from '@hyzyla/pdfium'
import { doesSomething, packedObjects } from './pdf-names.ts'

/** What PDFium, which shows documents, finds in one. */
export type PdfContents = { pages: number } | { problem: 'broken' | 'locked' | 'active' | 'packed' }

/** FPDF_ERR_PASSWORD (fpdfview.h). */
const NEEDS_PASSWORD = 4
/** FORMTYPE_XFA_FULL and FORMTYPE_XFA_FOREGROUND (fpdf_formfill.h). */
const xfa = [2, 3]
/** FPDF_REMOVE_SECURITY (fpdf_save.h): the copy is written as it is read. */
const WITHOUT_ENCRYPTION = 3
const NOT_ENCRYPTED = -1

/**
 * Asks PDFium what a document holds: it reads every object of it, however packed and spelled, and writes them into a copy where
 * each stands unpacked with its names as they are. The bytes that came are looked through too, for what a viewer would find
 * there that reads a damaged file in its own way.
 */
export function pdfContents(bytes: Buffer, { module }: PDFiumLibrary): PdfContents {
  if (doesSomething(bytes)) return { problem: 'active' }
  const at = module.wasmExports.malloc(bytes.length)
  module.HEAPU8.set(bytes, at)
  const document = module._FPDF_LoadMemDocument(at, bytes.length, 0)
  if (document === 0) return { problem: module._FPDF_GetLastError() === NEEDS_PASSWORD ? 'locked' : 'broken' }
  const pages = module._FPDF_GetPageCount(document)
  if (pages === 0) return { problem: 'broken' }
  const isActive =
    module._FPDFDoc_GetJavaScriptActionCount(document) !== 0 ||
    module._FPDFDoc_GetAttachmentCount(document) !== 0 ||
    xfa.includes(module._FPDF_GetFormType(document)) ||
    doesSomething(unpackedCopy(module, document))
  if (isActive) return { problem: 'active' }
  // Of an encrypted document only PDFium can read the packed objects.
  if (module._FPDF_GetSecurityHandlerRevision(document) !== NOT_ENCRYPTED) return { pages }
  const packed = packedObjects(bytes)
  if (packed === undefined) return { problem: 'packed' }
  return packed.some(doesSomething) ? { problem: 'active' } : { pages }
}

// A module that hands a function of JavaScript on as one of WebAssembly, which a table of functions takes: it imports m.f, three
// numbers to one, and exports it as f (WebAssembly 2.0, 5.5).
const handsOn = Buffer.from('0061736d0100000001080160037f7f7f017f020701016d0166000007050101660000', 'hex')

/** The document as PDFium writes it: objects out of their streams, names plain, without encryption. */
function unpackedCopy(module: PdfiumModule, document: number): Buffer {
  const parts: Buffer[] = []
  const take = (_: number, from: number, bytes: number): number => {
    parts.push(Buffer.from(module.HEAPU8.slice(from, from + bytes)))
    return 1
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(handsOn)), { m: { f: take } })
  // The table cannot grow; its first place is the null pointer, which nothing calls.
  const table = module.wasmExports.__indirect_function_table
  table.set(0, exports['f'])
  // FPDF_FILEWRITE: its version, and the function that takes the bytes.
  const writer = module.wasmExports.malloc(8)
  module.HEAP32[writer / 4] = 1
  module.HEAP32[writer / 4 + 1] = 0
  module._FPDF_SaveAsCopy(document, writer, WITHOUT_ENCRYPTION)
  table.set(0, null)
  return Buffer.concat(parts)
}
