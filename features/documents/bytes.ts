import type { DocumentStore } from '#platform/calls/documents.ts'
import type { StoredBytes } from './sql.ts'

/** The bytes of a document, wherever they are; null for a row of no document. */
export async function bytesOf(of: StoredBytes | Nulls, store: DocumentStore | undefined): Promise<Uint8Array | null> {
  if (of.content !== null) return of.content
  if (of.store_key === null || of.sha256 === null) return null
  if (!store) throw new Error('A document is in a storage that this process does not have.')
  return store.get(of.store_key, of.sha256)
}
/** The columns of `StoredBytes` where there was nothing to join. */
type Nulls = { [Name in keyof StoredBytes]: StoredBytes[Name] | null }
