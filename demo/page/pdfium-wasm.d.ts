// The address of the file that the build puts beside the worker.
declare module '@hyzyla/pdfium/pdfium.wasm?url' {
  const address: string
  export default address
}
