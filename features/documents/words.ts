import type { NotShown } from '#platform/calls/documents.ts'

/** "12 KB", "1.4 MB". */
export const sizeWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Why a document cannot be shown, and how to read it all the same. */
export const notShownWords: Readonly<Record<NotShown, string>> = {
  locked: 'It opens with a password only. Download it and enter the password in your own program.',
  broken: 'It may be damaged. Download it to read it in your own program.',
  heavy: 'It is too large to be drawn here. Download it to read it in your own program.',
}

/** Where a document came from, for who reads it. */
export const sourceWords: Readonly<Record<'FILENET' | 'PORTAL' | 'FAX' | 'SYSTEM', string>> = {
  FILENET: 'from the archive',
  PORTAL: 'uploaded, checked for malware',
  FAX: 'by fax, checked for malware',
  SYSTEM: 'made by the portal',
}
