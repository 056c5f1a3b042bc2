import type { KeyMap } from '#platform/ui/keys/use-keys.ts'
import { copyText } from '#platform/ui/button/copy-text.ts'

/** Copies what is known of a row, a line each. */
export const copyAll = (lines: readonly (string | null | undefined | false)[]): void =>
  void copyText(lines.filter(Boolean).join('\n'), 'Copied.')

/** C copies the phone number of a row, F its fax number. */
export const copyNumbers = (one: { phone: string | null; fax: string | null } | undefined): KeyMap => ({
  ...(one?.phone && { c: () => void copyText(one.phone!, 'Phone number copied.') }),
  ...(one?.fax && { f: () => void copyText(one.fax!, 'Fax number copied.') }),
})
