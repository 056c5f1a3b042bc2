/** A file as it came in a form: what the sender calls it and says it is, which nobody believes, and its bytes. */
export type Upload = { name: string; type: string; bytes: Uint8Array }

/** True for a file of a form. */
export const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && (value as Partial<Upload>).bytes instanceof Uint8Array
