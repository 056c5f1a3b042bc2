/** A file of the build that is packed by it: where it is, and how many bytes it has unpacked. */
export type PackedFile = { path: string; bytes: number }
/** PostgreSQL, what it reads of its own, the database as it is before there are rows, and the rows. */
export type BuiltFiles = Record<'program' | 'share' | 'tables' | 'data', PackedFile>

const begun = new Map<string, Promise<Blob>>()

async function load(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error('The data of the demonstration could not be loaded.')
  return response.blob()
}

/** Begins to fetch a file that is asked for later; who asks hears of what failed. */
export function beginToFetch({ path }: PackedFile): Promise<unknown> {
  const loading = load(path)
  begun.set(path, loading)
  return loading.catch(() => {})
}

/** A file as it came: one that was begun, once, else fetched now. */
export function fetched({ path }: PackedFile): Promise<Blob> {
  const loading = begun.get(path) ?? load(path)
  begun.delete(path)
  return loading
}
