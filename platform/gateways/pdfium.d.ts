/** The parts of PDFium (WebAssembly) that documents are checked and pages are made with. */
declare module '@hyzyla/pdfium' {
  type Page = {
    getOriginalSize(): { originalWidth: number; originalHeight: number }
    getText(): string
    render(options: { scale: number; render: 'bitmap' }): Promise<{ width: number; height: number; data: Uint8Array }>
  }
  /** PDFium as Emscripten compiled it: its functions (public/fpdf*.h), with addresses as numbers. */
  export type PdfiumModule = {
    readonly HEAPU8: Uint8Array
    readonly HEAP32: Int32Array
    readonly wasmExports: {
      malloc(bytes: number): number
      free(at: number): void
      readonly __indirect_function_table: WebAssembly.Table
    }
    _FPDF_LoadMemDocument(at: number, bytes: number, password: number): number
    _FPDF_GetLastError(): number
    _FPDF_GetPageCount(document: number): number
    _FPDF_GetFormType(document: number): number
    _FPDF_GetSecurityHandlerRevision(document: number): number
    _FPDFDoc_GetJavaScriptActionCount(document: number): number
    _FPDFDoc_GetAttachmentCount(document: number): number
    _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
    _FPDF_CloseDocument(document: number): void
  }
  export class PDFiumLibrary {
    static init(): Promise<PDFiumLibrary>
    readonly module: PdfiumModule
    loadDocument(bytes: Uint8Array): Promise<{ getPageCount(): number; getPage(index: number): Page }>
  }
}

/** The parts of the TIFF decoder that pages are made with. */
declare module 'utif2' {
  /** Values of a tag; a rational is two numbers. */
  type Values = readonly (number | readonly [number, number])[]
  type Directory = { width: number; height: number } & Readonly<Record<`t${number}`, Values | undefined>>
  const utif: {
    decode(bytes: Uint8Array): Directory[]
    decodeImage(bytes: Uint8Array, directory: Directory): void
    /** Four bytes a pixel. */
    toRGBA8(directory: Directory): Uint8Array
  }
  export default utif
}
