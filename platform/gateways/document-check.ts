import type { DocumentCheck, DocumentProblem } from '../calls/documents.ts'
import { Refused } from '../calls/refusal.ts'
import type { Inspected } from './document-inspection.ts'
import type { Scanner } from './scanner.ts'

const kinds = 'a PDF, or a picture (JPEG, PNG or TIFF)'
const words: Record<DocumentProblem, string> = {
  type: `This file is not one we can take. Send ${kinds}.`,
  broken: `This file is damaged or incomplete. Send ${kinds}.`,
  active: 'This PDF holds a script, a form program or another file. Print it to a new PDF and send that one.',
  locked: 'This PDF opens with a password only. Save it without one and send that file.',
  packed: 'This PDF is packed in a way we cannot check. Print it to a new PDF and send that one.',
  large: 'This picture is too large to be shown. Scan it again with at most 300 dots per inch.',
  heavy: 'This file takes too long to check. Print or scan it again and send that file.',
  infected: 'This file was identified as malware and was not saved.',
}
const no = (problem: DocumentProblem): DocumentCheck => ({ ok: false, problem, message: words[problem] })

/**
 * Asks the scanner about a file, then what it is and holds (`inspect`, which bounds what that may cost). `sender` is who sent
 * it: one file of theirs is looked at at a time.
 */
export function documentCheck(
  scan: Scanner,
  inspect: (bytes: Uint8Array, sender: string) => Promise<Inspected>,
): (bytes: Uint8Array, sender: string) => Promise<DocumentCheck> {
  return async (bytes, sender) => {
    // The scanner comes first: the sender of malware must learn that, whatever else is wrong with the file.
    const found = await scan(bytes).catch(() => {
      throw new Refused({
        code: 'UNAVAILABLE',
        message: 'The file could not be checked for malware. Nothing was sent. Please try again in a moment.',
      })
    })
    if (found === 'infected') return no('infected')
    const inspected = await inspect(bytes, sender)
    return 'problem' in inspected ? no(inspected.problem) : { ok: true, ...inspected }
  }
}
