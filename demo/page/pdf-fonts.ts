/** The letters of PDFs in a page: outside of Node, pdfkit has no typeface until it is given one. */
import * as pdfkit from 'pdfkit'
import Courier from 'pdfkit/standard-fonts/Courier'
import Helvetica from 'pdfkit/standard-fonts/Helvetica'

// Its types do not name it yet; under Node, where tests run, it has them already.
const { registerStdFonts } = pdfkit as unknown as { registerStdFonts?: (...fonts: readonly object[]) => void }
registerStdFonts?.(Helvetica, Courier)
