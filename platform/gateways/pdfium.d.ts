/** The parts of PDFium (WebAssembly) that pages are made with. */
declare module '@hyzyla/pdfium' {
  type Page = {
    getOriginalSize(): { originalWidth: number; originalHeight: number }
    getText(): string
    render(options: { scale: number; render: 'bitmap' }): Promise<{ width: number; height: number; data: Uint8Array }>
  }
  export class PDFiumLibrary {
    static init(): Promise<PDFiumLibrary>
    loadDocument(bytes: Uint8Array): Promise<{ getPageCount(): number; getPage(index: number): Page }>
  }
}

/** The parts of the TIFF decoder that pages are made with. */
declare module 'utif2' {
  type Directory = { width: number; height: number } & Readonly<Record<`t${number}`, readonly number[] | undefined>>
  const utif: {
    decode(bytes: Uint8Array): Directory[]
    decodeImage(bytes: Uint8Array, directory: Directory): void
    /** Four bytes a pixel. */
    toRGBA8(directory: Directory): Uint8Array
  }
  export default utif
}
