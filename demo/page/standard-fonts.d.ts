// The parts of pdfkit that demo/page/pdf-fonts.ts uses and its types leave out.
declare module 'pdfkit/standard-fonts/Courier' {
  const Courier: object
  export default Courier
}
declare module 'pdfkit/standard-fonts/Helvetica' {
  const Helvetica: object
  export default Helvetica
}
