import { join } from 'node:path'
import type { DocumentStore } from '../calls/documents.ts'
import { folderStore } from './folder-store.ts'
import { s3Store, type S3Settings } from './s3-store.ts'

/** The storage the operator chose: a bucket, else a folder beside the database. */
export const openDocumentStore = (of: { folder: string; s3: S3Settings | undefined }): DocumentStore =>
  of.s3 ? s3Store(of.s3) : folderStore(join(of.folder, 'documents'))
