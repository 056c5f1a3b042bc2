/** "12 KB", "1.4 MB". */
export const sizeWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Where a document came from, for who reads it. */
export const sourceWords: Readonly<Record<'FILENET' | 'PORTAL' | 'FAX' | 'SYSTEM', string>> = {
  FILENET: 'from the archive',
  PORTAL: 'uploaded, checked for malware',
  FAX: 'by fax, checked for malware',
  SYSTEM: 'made by the portal',
}
