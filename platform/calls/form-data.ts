import { BadJson } from './strict-json.ts'
import type { Upload } from './upload.ts'

/** The most parts a form may have. */
const MOST_PARTS = 40

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
  let parts = 0
  for (let at = text.indexOf(`--${mark}`); at !== -1; at = text.indexOf(`--${mark}`, at + 1))
    if ((parts += 1) > MOST_PARTS + 1) throw new BadJson('The form has too many fields.')
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
