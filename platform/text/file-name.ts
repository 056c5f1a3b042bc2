/** Bytes the words of a file name may take; with a date and an ending it stays under 150. */
const MOST_BYTES = 100

const bytes = (text: string): number => new TextEncoder().encode(text).length

/** Words as part of a file name: without path parts, signs a disk refuses, control and direction characters; cut at whole characters. */
export function fileWords(words: string, instead: string): string {
  const plain = words
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|;]/gu, '-')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu, ' ')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. -]+/, '')
  let cut = ''
  for (const sign of plain) {
    if (bytes(cut + sign) > MOST_BYTES) break
    cut += sign
  }
  return cut.trim() || instead
}
