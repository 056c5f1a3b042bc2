import { BadJson } from './strict-json.ts'
import type { Upload } from './upload.ts'

/** The most parts a form may have. */
const MOST_PARTS = 40
/** What stands before the content of a part names a field and a file. */
const LONGEST_HEAD = 4096
/** A text of a form may be as long as all of a JSON body; only a file is longer. */
const LONGEST_TEXT = 64 * 1024

/** The values of a form by name, in the order they came; a file is an `Upload`. */
export type FormBody = ReadonlyMap<string, readonly (string | Upload)[]>

/**
 * A form as a browser sends it (`multipart/form-data`), read whole from memory: its size is limited before it gets here.
 * Text is valid UTF-8 without NUL; a file that was not chosen (no name, no bytes) is left out.
 */
export async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormBody> {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) throw new BadJson('The form has no boundary.')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  refuseLong(text, `--${mark}`)
  let form: FormData
  try {
    form = await new Response(bytes as BodyInit, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new BadJson('The form cannot be read.')
  }
  const found = new Map<string, (string | Upload)[]>()
  for (const [name, value] of form as unknown as Iterable<[string, string | File]>) {
    if (typeof value === 'string' && (value.includes('\u0000') || value.includes('\ufffd')))
      throw new BadJson('The form contains a character that cannot be stored.')
    if (typeof value !== 'string' && value.size === 0 && value.name === '') continue
    const one =
      typeof value === 'string'
        ? value
        : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) }
    found.set(name, [...(found.get(name) ?? []), one])
  }
  return found
}

/** Refuses, before anything is taken apart, what is long where only a file may be: a letter at a time it would take seconds. */
function refuseLong(text: Buffer, mark: string): void {
  let parts = 0
  for (let at = text.indexOf(mark); at !== -1;) {
    if ((parts += 1) > MOST_PARTS + 1) throw new BadJson('The form has too many fields.')
    const next = text.indexOf(mark, at + 1)
    const begins = at + mark.length
    const head = text.toString('latin1', begins, begins + LONGEST_HEAD)
    const ends = head.indexOf('\r\n\r\n')
    if (ends === -1 && head.length === LONGEST_HEAD) throw new BadJson('The name of a field is too long.')
    const isFile = /; *filename/i.test(head.slice(0, Math.max(0, ends)))
    if (!isFile && (next === -1 ? text.length : next) - begins > LONGEST_HEAD + LONGEST_TEXT)
      throw new BadJson('A text of the form is too long.')
    at = next
  }
}
